import type { Router } from 'vue-router';
import { problemOf } from './api/client.ts';
import { useToasts } from './composables/use-toasts.ts';

/** What nobody has caught is said at least; what cannot be shown can be tried again. */
export function reportFailures(router: Router): void {
  const { toast } = useToasts();
  router.onError((_error, to) => {
    toast({
      kind: 'bad',
      title: 'This page could not be loaded',
      detail: 'Plugboard may have ended, or there is a newer version of it.',
      action: { title: 'Load it again', icon: 'refresh', run: () => location.assign(to.fullPath) },
    });
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    toast({ kind: 'bad', title: 'That did not work', detail: problemOf(reason).message });
  });
}
