import { filterSets } from './filter-sets.ts';
import { isCharacter, type Key } from './keys.ts';
import type { PickableSet, PickResult, Resume } from './pickable-set.ts';

/** A message that is shown until the next key press. */
export type Hint =
  | { readonly kind: 'unusable'; readonly set: PickableSet }
  | { readonly kind: 'no-problems' }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'lost'; readonly names: readonly string[] };

export interface PickerState {
  readonly sets: readonly PickableSet[];
  /** The names of the sets chosen last time. */
  readonly chosen: ReadonlySet<string>;
  /** Indexes into `sets` that match the filter. */
  readonly shown: readonly number[];
  /** The highlighted set as an index into `shown`; 0 if nothing is shown. */
  readonly cursor: number;
  /** Indexes into `sets`. */
  readonly selected: ReadonlySet<number>;
  readonly filter: string;
  /** `filter`: letters are typed into the filter. `problems`, `help`: a text fills the screen. */
  readonly mode: 'list' | 'filter' | 'problems' | 'help';
  readonly preview: boolean;
  /** The first visible line of the preview or the problems. */
  readonly scroll: number;
  readonly hint?: Hint;
  readonly result?: PickResult;
}

/** The screen measures that keys depend on. */
export interface View {
  /** The page size of the list. */
  readonly listPage: number;
  /** The page size of the preview or the problems. */
  readonly textPage: number;
  /** The last scroll position of the preview or the problems. */
  readonly scrollEnd: number;
}

type Press = (state: PickerState, view: View) => PickerState;

export function initialState(
  known: readonly PickableSet[],
  chosenNames: readonly string[],
  resume?: Resume,
): PickerState {
  const sets = [...known.filter(isUsable), ...known.filter((set) => !isUsable(set))];
  const chosen = new Set(chosenNames);
  const wanted = new Set(resume?.selected ?? chosenNames);
  const places = [...sets.keys()];
  const selected = places.filter((place) => isUsable(sets[place]) && wanted.has(sets[place]?.name ?? ''));
  const again = new Set(selected.map((place) => sets[place]?.name));
  const lost = [...wanted].filter((name) => !again.has(name));
  const at = sets.findIndex(({ name }) => name === resume?.at);
  const cursor = at === -1 ? (selected[0] ?? 0) : at;
  const state: PickerState = {
    sets,
    chosen,
    shown: places,
    cursor,
    selected: new Set(selected),
    filter: '',
    mode: 'list',
    preview: false,
    scroll: 0,
  };
  if (resume?.notice !== undefined) return { ...state, hint: { kind: 'notice', text: resume.notice } };
  return lost.length === 0 ? state : { ...state, hint: { kind: 'lost', names: lost } };
}

export function isUsable(set: PickableSet | undefined): boolean {
  return set !== undefined && set.error === undefined;
}

export function highlighted({ sets, shown, cursor }: PickerState): PickableSet | undefined {
  return sets[shown[cursor] ?? -1];
}

export function selectedSets({ sets, selected }: PickerState): readonly PickableSet[] {
  return sets.filter((_, place) => selected.has(place));
}

/** The state after a key press. Keys have no effect once there is a result. */
export function pressKey(before: PickerState, key: Key, view: View): PickerState {
  if (before.result) return before;
  const { hint: _, ...state } = before;
  if (key === 'interrupt') return { ...state, result: { outcome: 'interrupted' } };
  const press = keyTables[state.mode][key];
  if (press) return press(state, view);
  return state.mode === 'filter' && isCharacter(key) ? withFilter(state, state.filter + key) : state;
}

const moves: Readonly<Record<string, Press>> = {
  up: (state) => moved(state, -1),
  down: (state) => moved(state, 1),
  pageup: (state, { listPage }) => moved(state, -listPage),
  pagedown: (state, { listPage }) => moved(state, listPage),
  home: (state) => moved(state, -Infinity),
  end: (state) => moved(state, Infinity),
};

const scrolls: Readonly<Record<string, Press>> = {
  up: (state, view) => scrolled(state, view, -1),
  down: (state, view) => scrolled(state, view, 1),
  pageup: (state, view) => scrolled(state, view, -view.textPage),
  pagedown: (state, view) => scrolled(state, view, view.textPage),
  home: (state, view) => scrolled(state, view, -Infinity),
  end: (state, view) => scrolled(state, view, Infinity),
};

const toList: Press = (state) => ({ ...state, mode: 'list', scroll: 0 });
const quit: Press = (state) => ({ ...state, result: { outcome: 'quit' } });
const reads = { ...scrolls, k: scrolls['up'], j: scrolls['down'], escape: toList, q: toList };
const scrollPreview =
  (direction: number): Press =>
  (state, view) =>
    state.preview ? scrolled(state, view, direction * Math.max(1, Math.floor(view.textPage / 2))) : state;

const keyTables: Readonly<Record<PickerState['mode'], Readonly<Partial<Record<Key, Press>>>>> = {
  list: {
    ...moves,
    k: (state) => moved(state, -1),
    j: (state) => moved(state, 1),
    ' ': toggled,
    enter: (state) => ({ ...state, result: { outcome: 'chosen', names: selectedSets(state).map(({ name }) => name) } }),
    a: allSelected,
    c: (state) => ({ ...state, selected: new Set() }),
    p: (state) => ({ ...state, preview: !state.preview, scroll: 0 }),
    d: scrollPreview(1),
    u: scrollPreview(-1),
    i: (state) =>
      state.sets.every(isUsable)
        ? { ...state, hint: { kind: 'no-problems' } }
        : { ...state, mode: 'problems', scroll: 0 },
    e: edited,
    '?': (state) => ({ ...state, mode: 'help', scroll: 0 }),
    '/': (state) => ({ ...state, mode: 'filter' }),
    // Esc clears an active filter first, so that it does not discard the selection.
    escape: (state, view) => (state.filter === '' ? quit(state, view) : withFilter(state, '')),
    q: quit,
  },
  filter: {
    ...moves,
    enter: toList,
    escape: (state) => ({ ...withFilter(state, ''), mode: 'list' }),
    backspace: (state) =>
      state.filter === ''
        ? { ...state, mode: 'list' }
        : withFilter(state, Array.from(state.filter).slice(0, -1).join('')),
    'clear-line': (state) => withFilter(state, ''),
  },
  problems: { ...reads, i: toList },
  help: { ...reads, '?': toList },
};

function moved(state: PickerState, by: number): PickerState {
  const cursor = clamp(state.cursor + by, state.shown.length - 1);
  return cursor === state.cursor ? state : { ...state, cursor, scroll: 0 };
}

function scrolled(state: PickerState, { scrollEnd }: View, by: number): PickerState {
  return { ...state, scroll: clamp(state.scroll + by, scrollEnd) };
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
}

function toggled(state: PickerState): PickerState {
  const place = state.shown[state.cursor];
  const set = highlighted(state);
  if (place === undefined || !set) return state;
  if (!isUsable(set)) return { ...state, hint: { kind: 'unusable', set } };
  const selected = new Set(state.selected);
  if (!selected.delete(place)) selected.add(place);
  return { ...state, selected };
}

function edited(state: PickerState): PickerState {
  const set = highlighted(state);
  if (!set) return state;
  return { ...state, result: { outcome: 'edit', at: set.name, names: selectedSets(state).map(({ name }) => name) } };
}

function allSelected(state: PickerState): PickerState {
  const usable = state.shown.filter((place) => isUsable(state.sets[place]));
  return { ...state, selected: new Set([...state.selected, ...usable]) };
}

/** Keeps the highlighted set highlighted while it is shown. */
function withFilter(state: PickerState, filter: string): PickerState {
  const shown = filterSets(state.sets, filter);
  const cursor = Math.max(0, shown.indexOf(state.shown[state.cursor] ?? -1));
  return { ...state, filter, shown, cursor, scroll: 0 };
}
