import { onBeforeUnmount, onMounted } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';
import { confirm } from './use-confirm.ts';

/** Asks before a page with unsaved work is left, also when its tab is closed. For components of a route. */
export function useDraftGuard(isDirty: () => boolean): void {
  const mayLeave = async (): Promise<boolean> =>
    !isDirty() ||
    (await confirm({
      title: 'Leave without saving?',
      text: 'What you have entered here is not saved yet and would be lost.',
      action: 'Discard it',
      otherwise: 'Stay here',
      isDangerous: true,
    }));
  const warn = (event: BeforeUnloadEvent): void => {
    if (isDirty()) event.preventDefault();
  };
  onBeforeRouteLeave(mayLeave);
  onBeforeRouteUpdate((to, from) => to.path === from.path || mayLeave());
  onMounted(() => addEventListener('beforeunload', warn));
  onBeforeUnmount(() => removeEventListener('beforeunload', warn));
}
