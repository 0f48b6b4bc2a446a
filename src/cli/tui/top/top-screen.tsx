import { Box, useApp, useInput } from 'ink';
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Help, keyLines } from '../key-lines.ts';
import { Lines } from '../lines.tsx';
import { keysOf } from '../picker/keys.ts';
import { firstShown } from '../picker/layout.ts';
import { type Theme, themeOf } from '../theme.ts';
import { useScreenSize } from '../use-screen-size.ts';
import { noticeLine, paneHeading, topTitle } from './top-frame.ts';
import { topLayout } from './top-layout.ts';
import { topColumns, topHeader, topRow } from './top-row.ts';
import type { TopServer, TopSource } from './top-server.ts';
import {
  cursorIn,
  initialTopState,
  pressTopKey,
  type TopAction,
  type TopScreenState,
  type TopView,
} from './top-state.ts';
import { detailsText, logText } from './top-text.ts';
import { useServers } from './use-servers.ts';

interface Props {
  readonly source: TopSource;
  readonly color: boolean;
  readonly ascii: boolean;
  /** Called when the screen is left, for any reason. */
  readonly onLeave?: () => void;
}

/** A live table of servers; the app exits with a `TopEnd`. */
export function TopScreen({ source, color, ascii, onLeave }: Props): ReactElement | null {
  const { exit } = useApp();
  const { columns, rows } = useScreenSize();
  const { servers, now } = useServers(source);
  const theme = useMemo(() => themeOf({ color, ascii }), [color, ascii]);
  // Keys can arrive faster than React renders.
  const latest = useRef(initialTopState);
  const [state, draw] = useState(initialTopState);
  const set = (next: TopScreenState): void => {
    latest.current = next;
    draw(next);
  };

  const help = topKeyHelp(state, columns, theme);
  const cursor = cursorIn(servers, state);
  const current = servers[cursor];
  const hasPane = state.pane !== 'none' && current !== undefined;
  const layout = topLayout({ rows, servers: servers.length, hasPane, keyLines: help.length });
  const text = hasPane ? paneText(state, current, now, columns, theme) : [];
  const scrollEnd = Math.max(0, text.length - layout.paneRows);
  const view: TopView = { servers, listPage: layout.listRows, textPage: layout.paneRows, scrollEnd };

  const perform = async (action: TopAction): Promise<void> => {
    const notice = await carryOut(action, source);
    if (notice !== undefined && !latest.current.end) set({ ...latest.current, notice });
  };
  useInput((input, key) => {
    for (const one of keysOf(input, key)) {
      const pressed = pressTopKey(latest.current, one, view);
      set(pressed.state);
      if (pressed.action) void perform(pressed.action);
    }
  });
  useEffect(() => {
    if (state.end) exit(state.end);
  }, [state.end, exit]);
  useLayoutEffect(() => onLeave, [onLeave]);

  // On a terminal without alternate screen the last frame would stay visible.
  if (state.end) return null;
  const table = topColumns(servers, columns, theme);
  const first = firstShown(cursor, servers.length, layout.listRows);
  const shown = servers.slice(first, first + layout.listRows);
  const list = shown.map((server, row) =>
    topRow({ server, isSelected: first + row === cursor, now, ascii }, table, theme),
  );
  if (list.length === 0) list.push(theme.paint('dim', '  No MCP servers found.'));
  const from = state.pane === 'log' ? scrollEnd - Math.min(state.scroll, scrollEnd) : Math.min(state.scroll, scrollEnd);
  return (
    <Box flexDirection="column" width={columns}>
      <Lines lines={[topTitle(servers, now, columns, theme), topHeader(table, theme), ...list]} />
      {layout.paneRows > 0 && current && (
        <Lines lines={[paneHeading(current, state, columns, theme), ...text.slice(from, from + layout.paneRows)]} />
      )}
      {layout.isRoomy && <Lines lines={['']} />}
      <Lines lines={[noticeLine(state, columns, theme), ...help.slice(0, layout.keyRows)]} />
    </Box>
  );
}

async function carryOut(action: TopAction, source: TopSource): Promise<string | undefined> {
  try {
    if (action.kind === 'switch') return await source.setEnabled(action.server, action.enabled);
    await source.reconnect(action.server);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function paneText(state: TopScreenState, server: TopServer, now: Date, width: number, theme: Theme): string[] {
  return state.pane === 'log' ? logText(server, width, theme) : detailsText(server, now, width, theme);
}

/** The keys of the current mode, most important first, because a small screen cannot show all. */
function keysIn({ pane, question }: TopScreenState, { signs }: Theme): readonly Help[] {
  if (question)
    return [
      ['y', 'yes'],
      ['any other key', 'no'],
    ];
  return [
    [signs.upDown, 'select'],
    ['Enter', pane === 'details' ? 'hide details' : 'details'],
    ['l', pane === 'log' ? 'hide log' : 'log'],
    ['r', 'reconnect'],
    ['q', 'quit'],
    ...(pane === 'none' ? [] : [['n p', 'scroll'] as const]),
    ['e', 'enable'],
    ['d', 'disable'],
  ];
}

/** The key help, wrapped to a width. */
function topKeyHelp(state: TopScreenState, columns: number, theme: Theme): string[] {
  return keyLines(keysIn(state, theme), columns, theme);
}
