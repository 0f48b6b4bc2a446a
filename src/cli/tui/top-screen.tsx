import { Box, useApp, useInput } from 'ink';
import type { ReactElement } from 'react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { keysOf } from './keys.ts';
import { firstShown } from './layout.ts';
import { Lines } from './lines.tsx';
import { type Look, lookOf } from './look.ts';
import { noticeLine, paneHeading, topTitle } from './top-frame.ts';
import { topKeyHelp } from './top-keys.ts';
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
import { useScreenSize } from './use-screen-size.ts';
import { useServers } from './use-servers.ts';

interface Props {
  readonly source: TopSource;
  readonly colour: boolean;
  readonly ascii: boolean;
  /** Called when the screen is left, however that comes. */
  readonly onLeave?: () => void;
}

/** A table of servers that keeps itself up to date; the app ends with a `TopEnd`. */
export function TopScreen({ source, colour, ascii, onLeave }: Props): ReactElement | null {
  const { exit } = useApp();
  const { columns, rows } = useScreenSize();
  const { servers, now } = useServers(source);
  const look = useMemo(() => lookOf({ colour, ascii }), [colour, ascii]);
  // Keys can come faster than the screen is drawn.
  const latest = useRef(initialTopState);
  const [state, draw] = useState(initialTopState);
  const set = (next: TopScreenState): void => {
    latest.current = next;
    draw(next);
  };

  const help = topKeyHelp(state, columns, look);
  const cursor = cursorIn(servers, state);
  const current = servers[cursor];
  const hasPane = state.pane !== 'none' && current !== undefined;
  const layout = topLayout({ rows, servers: servers.length, hasPane, keyLines: help.length });
  const text = hasPane ? paneText(state, current, now, columns, look) : [];
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

  // Some terminals have but one screen, on which the last frame stays.
  if (state.end) return null;
  const table = topColumns(servers, columns, look);
  const first = firstShown(cursor, servers.length, layout.listRows);
  const shown = servers.slice(first, first + layout.listRows);
  const list = shown.map((server, row) =>
    topRow({ server, isSelected: first + row === cursor, now, ascii }, table, look),
  );
  if (list.length === 0) list.push(look.paint('dim', '  No MCP servers yet, here or for you.'));
  const from = state.pane === 'log' ? scrollEnd - Math.min(state.scroll, scrollEnd) : Math.min(state.scroll, scrollEnd);
  return (
    <Box flexDirection="column" width={columns}>
      <Lines lines={[topTitle(servers, now, columns, look), topHeader(table, look), ...list]} />
      {layout.paneRows > 0 && current && (
        <Lines lines={[paneHeading(current, state, columns, look), ...text.slice(from, from + layout.paneRows)]} />
      )}
      {layout.isRoomy && <Lines lines={['']} />}
      <Lines lines={[noticeLine(state, columns, look), ...help.slice(0, layout.keyRows)]} />
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

function paneText(state: TopScreenState, server: TopServer, now: Date, width: number, look: Look): string[] {
  return state.pane === 'log' ? logText(server, width, look) : detailsText(server, now, width, look);
}
