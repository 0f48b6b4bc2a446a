import { useRouter } from 'vue-router';
import { useEvents } from '../../composables/use-events.ts';
import { useToasts } from '../../composables/use-toasts.ts';

/** A server may ask something while its call goes on and the person looks at another page. */
export function tellOfQuestions(): void {
  const router = useRouter();
  const { toast } = useToasts();
  useEvents(['question'], ({ question: { server, message, isOver } }) => {
    if (isOver || router.currentRoute.value.path === '/tools') return;
    const action = { title: 'Answer', icon: 'arrow' as const, run: () => void router.push('/tools') };
    toast({ kind: 'info', title: `${server} asks something`, detail: message, action });
  });
}
