import { computed, type ComputedRef, onScopeDispose, ref } from 'vue';

/** One toggle with its gap. */
const TOGGLE = 29;
/** What the other columns, the navigation and the edges need at least. */
const OTHERS = 900;
/** On narrow screens the toggles wrap. */
const NARROW = 640;

/** How many clients fit into a row of the table; one is left out for the link to the others if not all do. */
export function useToggleCount(all: () => number): ComputedRef<number> {
  const width = ref(innerWidth);
  const update = (): void => {
    width.value = innerWidth;
  };
  addEventListener('resize', update);
  onScopeDispose(() => removeEventListener('resize', update));
  return computed(() => {
    if (width.value < NARROW) return all();
    const fit = Math.max(3, Math.floor((width.value - OTHERS) / TOGGLE));
    return fit >= all() ? all() : fit - 1;
  });
}
