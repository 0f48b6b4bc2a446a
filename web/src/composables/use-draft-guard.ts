import { onBeforeUnmount, onMounted } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';
import { confirm } from './use-confirm.ts';

/** Asks before leaving a page with unsaved changes, also when its tab is closed. For route components. */
export function useDraftGuard(isDirty: () => boolean): void {
  const mayLeave = async (): Promise<boolean> =>
    !isDirty() ||
    (await confirm({
      title: 'Leave without saving?',
      text: 'Your changes are not saved and would be lost.',
      action: 'Discard',
      otherwise: 'Stay',
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
