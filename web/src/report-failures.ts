import type { Router } from 'vue-router';
import { get, problemOf } from './api/client.ts';
import { isSignedOut } from './api/session.ts';
import { useToasts } from './composables/use-toasts.ts';

/** Reports uncaught errors; a page that failed to load can be reloaded. */
export function reportFailures(router: Router): void {
  const { toast } = useToasts();
  router.onError(async (_error, to) => {
    // The files of the page are refused to a signed-out browser too; the banner says so then.
    await get('/settings').catch(() => undefined);
    if (isSignedOut.value) return;
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
