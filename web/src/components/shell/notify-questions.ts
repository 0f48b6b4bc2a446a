import { useRouter } from 'vue-router';
import { useEvents } from '../../composables/use-events.ts';
import { useToasts } from '../../composables/use-toasts.ts';

/** A server may ask a question while its call is in flight and another page is open. */
export function notifyQuestions(): void {
  const router = useRouter();
  const { toast } = useToasts();
  useEvents(['question'], ({ question: { server, message, isOver } }) => {
    if (isOver || router.currentRoute.value.path === '/tools') return;
    const action = { title: 'Answer', icon: 'arrow' as const, run: () => void router.push('/tools') };
    toast({ kind: 'info', title: `${server} has a question`, detail: message, action });
  });
}
