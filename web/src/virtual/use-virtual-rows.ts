import {
  computed,
  type ComputedRef,
  type Directive,
  nextTick,
  onScopeDispose,
  ref,
  type ShallowRef,
  shallowRef,
  watch,
} from 'vue';
import { rowAt, rowParts, rowTops, scrollTopFor } from './row-parts.ts';

export interface VirtualRowsOptions<Row> {
  readonly rows: () => readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** In pixels, for rows that were never rendered. */
  readonly estimate: (row: Row) => number;
  /** Up to this many rows, all are rendered and the list has its full height. */
  readonly few?: number;
}

export type DrawnPart<Row> =
  | { readonly key: string; readonly row: Row; readonly index: number }
  | { readonly key: string; readonly gap: number };

export interface VirtualRows<Row> {
  /** Whether the list is so long that it scrolls by itself and renders only rows near the viewport. */
  readonly isLong: ComputedRef<boolean>;
  readonly parts: ComputedRef<readonly DrawnPart<Row>[]>;
  /** The directive for each row element, which must also have the attribute `data-row` with the key. */
  readonly vMeasured: Directive<HTMLElement>;
  /** Scrolls as little as needed, and waits until the row is rendered. */
  readonly bringIntoView: (index: number) => Promise<void>;
}

/** Rendered beyond the edges, so that scrolling shows no gaps. */
const MARGIN = 400;
/** Rows are added and removed in steps, so that most scrolling renders nothing. */
const STEP = 4;
const FEW = 60;

/**
 * The rendered rows of a long list. Rows may have any height. The focused row stays rendered, so that scrolling never
 * loses the focus.
 */
export function useVirtualRows<Row>(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  { rows, keyOf, estimate, few = FEW }: VirtualRowsOptions<Row>,
): VirtualRows<Row> {
  const top = ref(0);
  const height = ref(window.innerHeight);
  const focused = shallowRef<string>();
  const heights = shallowRef<ReadonlyMap<string, number>>(new Map());
  const elements = new Map<string, HTMLElement>();

  const isLong = computed(() => rows().length > few);
  const keys = computed(() => rows().map(keyOf));
  const positions = computed(() => new Map(keys.value.map((key, index) => [key, index])));
  const tops = computed(() => {
    const all = rows();
    return rowTops(all.length, (index) => heights.value.get(keys.value[index] ?? '') ?? estimate(all[index] as Row));
  });
  const first = computed(() => Math.max(0, Math.floor(rowAt(tops.value, top.value - MARGIN) / STEP) * STEP));
  const end = computed(() => {
    const last = rowAt(tops.value, top.value + height.value + MARGIN) + 1;
    return Math.min(rows().length, Math.ceil(last / STEP) * STEP);
  });
  const kept = computed(() => (focused.value === undefined ? undefined : positions.value.get(focused.value)));
  const parts = computed((): readonly DrawnPart<Row>[] => {
    const all = rows();
    const drawn = (index: number): DrawnPart<Row> => ({ key: keys.value[index] ?? '', row: all[index] as Row, index });
    if (!isLong.value) return all.map((_, index) => drawn(index));
    return rowParts(tops.value, first.value, end.value, kept.value).map((part, at) =>
      'gap' in part ? { key: `gap ${at === 0 ? 'above' : at}`, gap: part.gap } : drawn(part.index),
    );
  });

  const headHeight = (): number => scroller.value?.querySelector('thead')?.offsetHeight ?? 0;
  const look = (): void => {
    const element = scroller.value;
    if (!element) return;
    top.value = element.scrollTop;
    height.value = Math.max(0, element.clientHeight - headHeight());
  };

  /** Keeps the visible rows in place when rows above turn out to be higher or lower. */
  const sizes = new ResizeObserver((changes) => {
    look();
    if (!isLong.value) return;
    const now = new Map(heights.value);
    const seen = rowAt(tops.value, top.value);
    let [shift, hasChanged] = [0, false];
    for (const { target, borderBoxSize } of changes) {
      const key = target instanceof HTMLElement ? target.dataset['row'] : undefined;
      const size = borderBoxSize[0]?.blockSize ?? 0;
      const index = key === undefined ? undefined : positions.value.get(key);
      if (key === undefined || index === undefined || size === 0 || now.get(key) === size) continue;
      if (index < seen) shift += size - ((tops.value[index + 1] ?? 0) - (tops.value[index] ?? 0));
      now.set(key, size);
      hasChanged = true;
    }
    if (!hasChanged) return;
    heights.value = now;
    if (shift !== 0) void nextTick(() => scroller.value?.scrollBy({ top: shift, behavior: 'instant' }));
  });

  const vMeasured: Directive<HTMLElement> = {
    mounted(element) {
      elements.set(element.dataset['row'] ?? '', element);
      sizes.observe(element);
    },
    unmounted(element) {
      const key = element.dataset['row'] ?? '';
      if (elements.get(key) === element) elements.delete(key);
      sizes.unobserve(element);
    },
  };

  const onFocus = ({ target }: FocusEvent): void => {
    focused.value = target instanceof Element ? rowOf(target) : undefined;
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    // Without a target the window lost the focus or the element was removed: the row still has the focus.
    if (relatedTarget instanceof Element && !scroller.value?.contains(relatedTarget)) focused.value = undefined;
  };

  watch(scroller, (element, _before, onCleanup) => {
    if (!element) return;
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onBlur);
    onCleanup(() => {
      sizes.unobserve(element);
      element.removeEventListener('scroll', look);
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onBlur);
    });
  });
  // A shorter list may end above the viewport.
  watch(tops, () => void nextTick(look));
  onScopeDispose(() => sizes.disconnect());

  async function bringIntoView(index: number): Promise<void> {
    const element = scroller.value;
    if (!element) return;
    if (isLong.value) {
      const to = scrollTopFor(tops.value, index, { top: element.scrollTop, height: height.value });
      if (to !== undefined) element.scrollTop = to;
      look();
      await nextTick();
    }
    const key = keys.value[index];
    // A short list scrolls with the page.
    if (key !== undefined) elements.get(key)?.scrollIntoView({ block: 'nearest' });
  }

  return { isLong, parts, vMeasured, bringIntoView };
}

function rowOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
