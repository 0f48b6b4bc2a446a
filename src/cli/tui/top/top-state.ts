import type { Key } from '../picker/keys.ts';
import type { TopEnd, TopServer } from './top-server.ts';

export interface TopScreenState {
  /** A name, because the list may change under the cursor; if it does not exist, the first server is selected. */
  readonly selected: string | undefined;
  /** What the pane below the list shows about the selected server. */
  readonly pane: 'none' | 'details' | 'log';
  /** The first visible line of the details, or the number of lines above the end of the log. */
  readonly scroll: number;
  /** A pending yes/no question. */
  readonly question?: Switch;
  /** A message that is shown until the next key press. */
  readonly notice?: string;
  readonly end?: TopEnd;
}

export interface Switch {
  readonly server: string;
  readonly enabled: boolean;
}

/** An action that the screen passes on, because it does not connect to servers itself. */
export type TopAction =
  | { readonly kind: 'reconnect'; readonly server: string }
  | ({ readonly kind: 'switch' } & Switch);

export interface TopView {
  readonly servers: readonly TopServer[];
  readonly listPage: number;
  readonly textPage: number;
  readonly scrollEnd: number;
}

export interface Pressed {
  readonly state: TopScreenState;
  readonly action?: TopAction;
}

export const initialTopState: TopScreenState = { selected: undefined, pane: 'none', scroll: 0 };

/** The index of the selected server. */
export function cursorIn(servers: readonly TopServer[], { selected }: Pick<TopScreenState, 'selected'>): number {
  return Math.max(
    0,
    servers.findIndex(({ name }) => name === selected),
  );
}

/** The state after a key press. Keys have no effect once the screen has ended. */
export function pressTopKey(before: TopScreenState, key: Key, view: TopView): Pressed {
  if (before.end) return { state: before };
  const { notice: _, question, ...state } = before;
  if (key === 'interrupt') return { state: { ...state, end: 'interrupted' } };
  if (question) return key === 'y' ? { state, action: { kind: 'switch', ...question } } : { state };
  const current = view.servers[cursorIn(view.servers, state)];
  const press = keys[key];
  return press ? press(state, view, current) : { state };
}

type Press = (state: TopScreenState, view: TopView, current: TopServer | undefined) => Pressed;

const move =
  (by: number | ((view: TopView) => number)): Press =>
  (state, view) => {
    const steps = typeof by === 'number' ? by : by(view);
    const at = clamp(cursorIn(view.servers, state) + steps, view.servers.length - 1);
    return { state: { ...state, selected: view.servers[at]?.name, scroll: 0 } };
  };

const scroll =
  (direction: 1 | -1): Press =>
  (state, { textPage, scrollEnd }) => {
    const page = Math.max(1, Math.floor(textPage / 2));
    // The log is shown from its end.
    const by = state.pane === 'log' ? -direction * page : direction * page;
    return { state: { ...state, scroll: clamp(state.scroll + by, scrollEnd) } };
  };

const openPanel =
  (pane: TopScreenState['pane']): Press =>
  (state) => ({ state: { ...state, pane: state.pane === pane ? 'none' : pane, scroll: 0 } });

const quit: Press = (state) => ({ state: { ...state, end: 'quit' } });

const reconnect: Press = (state, _, current) => {
  if (!current) return { state };
  if (current.state === 'off')
    return { state: { ...state, notice: `${current.name} is disabled; press e to enable it` } };
  return { state, action: { kind: 'reconnect', server: current.name } };
};

const switchTo =
  (enabled: boolean): Press =>
  (state, _, current) => {
    if (!current || (current.state === 'off') === !enabled) return { state };
    return { state: { ...state, question: { server: current.name, enabled } } };
  };

const keys: Readonly<Partial<Record<Key, Press>>> = {
  up: move(-1),
  k: move(-1),
  down: move(1),
  j: move(1),
  pageup: move(({ listPage }) => -listPage),
  pagedown: move(({ listPage }) => listPage),
  home: move(-Infinity),
  end: move(Infinity),
  enter: openPanel('details'),
  l: openPanel('log'),
  // Half a page, as in the picker.
  n: scroll(1),
  p: scroll(-1),
  r: reconnect,
  e: switchTo(true),
  d: switchTo(false),
  escape: (state, view, current) =>
    state.pane === 'none' ? quit(state, view, current) : { state: { ...state, pane: 'none', scroll: 0 } },
  q: quit,
};

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
}
