import type { Router } from 'vue-router';
import { problemOf } from './api/client.ts';
import { useToasts } from './composables/use-toasts.ts';

/** Reports uncaught errors; a page that failed to load can be reloaded. */
export function reportFailures(router: Router): void {
  const { toast } = useToasts();
  router.onError((_error, to) => {
    toast({
      kind: 'bad',
      title: 'Cannot load this page',
      detail: 'Plugboard may have been stopped or updated.',
      action: { title: 'Reload', icon: 'refresh', run: () => location.assign(to.fullPath) },
    });
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    toast({ kind: 'bad', title: 'Something went wrong', detail: problemOf(reason).message });
  });
}
