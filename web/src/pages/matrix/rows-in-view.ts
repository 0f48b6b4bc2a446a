import { computed, onScopeDispose, ref, watch, type ComputedRef, type ShallowRef } from 'vue';

/** As in the style sheet: places are counted in rows, so all have to be equally high. */
export const ROW_HEIGHT = 46;
/** Drawn on either side, so that scrolling does not show what is not there yet. */
const MARGIN = 8;
const STEP = 4;

export interface RowsInView {
  /** The first row that is to be drawn. */
  readonly from: ComputedRef<number>;
  /** The first one after it that is not. */
  readonly to: ComputedRef<number>;
  /** Scrolls as little as needed. */
  readonly bringIntoView: (row: number) => void;
}

/** Which rows of a table in a scroller with a sticky head are near to what can be seen. */
export function useRowsInView(scroller: Readonly<ShallowRef<HTMLElement | null>>, count: () => number): RowsInView {
  const first = ref(0);
  const height = ref(window.innerHeight);
  // In steps, so that most scrolling draws nothing anew.
  const from = computed(() => Math.max(0, Math.min(first.value - MARGIN, count() - 1)));
  const to = computed(() => Math.min(count(), first.value + Math.ceil(height.value / ROW_HEIGHT) + STEP + MARGIN));
  const measure = (): void => {
    const { scrollTop, clientHeight } = scroller.value ?? { scrollTop: 0, clientHeight: window.innerHeight };
    first.value = Math.floor(scrollTop / ROW_HEIGHT / STEP) * STEP;
    height.value = clientHeight;
  };
  const sizes = new ResizeObserver(measure);
  watch(scroller, (element, _before, onCleanup) => {
    if (!element) return;
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    onCleanup(() => {
      sizes.unobserve(element);
      element.removeEventListener('scroll', measure);
    });
  });
  onScopeDispose(() => sizes.disconnect());

  function bringIntoView(row: number): void {
    const element = scroller.value;
    if (!element) return;
    const head = element.querySelector('thead')?.offsetHeight ?? 0;
    const lowest = (row + 1) * ROW_HEIGHT - (element.clientHeight - head);
    element.scrollTop = Math.min(row * ROW_HEIGHT, Math.max(element.scrollTop, lowest));
    measure();
  }
  return { from, to, bringIntoView };
}
