import type { Theme } from '../theme.ts';
import { cut, padded, widthOf } from '../width.ts';
import type { TopServer } from './top-server.ts';
import { pingInWords, stateInWords, topStates } from './top-words.ts';

/** The width of each column; 0 for a hidden one. */
export interface TopColumns {
  readonly name: number;
  readonly state: number;
  readonly tools: number;
  readonly ping: number;
  readonly last: number;
}

const GAP = '  ';
/** The cursor and the mark, each followed by a space. */
const LEAD = 4;
/** The width of `retrying in 59 min`. */
const STATE = 18;
const TOOLS = 5;
const PING = 6;
/** The log column is hidden below this width, because it would be unreadable. */
const LEAST_LAST = 12;

export function topColumns(servers: readonly TopServer[], columns: number, theme: Theme): TopColumns {
  const widest = servers.reduce((width, { name }) => Math.max(width, widthOf(theme.line(name))), 4);
  const fixed = LEAD + GAP.length + STATE;
  const name = Math.max(4, Math.min(widest, 32, columns - fixed - (GAP.length + TOOLS) - (GAP.length + PING)));
  let room = columns - fixed - name;
  const take = (width: number): number => {
    if (room < width + GAP.length) return 0;
    room -= width + GAP.length;
    return width;
  };
  const [tools, ping] = [take(TOOLS), take(PING)];
  return { name, state: STATE, tools, ping, last: room - GAP.length >= LEAST_LAST ? room - GAP.length : 0 };
}

export function topHeader({ name, state, tools, ping, last }: TopColumns, { paint }: Theme): string {
  const cells = [
    padded('NAME', name),
    padded('STATE', state),
    tools === 0 ? '' : 'TOOLS'.padStart(tools),
    ping === 0 ? '' : 'PING'.padStart(ping),
    last === 0 ? '' : 'LAST',
  ];
  return paint('dim', ' '.repeat(LEAD) + cells.filter(Boolean).join(GAP));
}

export interface TopRow {
  readonly server: TopServer;
  readonly isSelected: boolean;
  readonly now: Date;
  readonly ascii: boolean;
}

export function topRow({ server, isSelected, now, ascii }: TopRow, columns: TopColumns, theme: Theme): string {
  const { signs, paint } = theme;
  const { mark, plainMark, style } = topStates[server.state];
  const cursor = isSelected ? paint('cyan', signs.cursor) : ' ';
  const name = padded(cut(theme.line(server.name), columns.name, signs.cut), columns.name);
  const state = padded(cut(stateInWords(server, now), columns.state, signs.cut), columns.state);
  const last = server.failure?.message ?? server.log.at(-1)?.text ?? '';
  const cells = [
    isSelected ? paint('bold', name) : name,
    paint(style, state),
    columns.tools === 0 ? '' : String(server.tools?.length ?? '').padStart(columns.tools),
    columns.ping === 0 ? '' : pingInWords(server.pingMs).padStart(columns.ping),
    columns.last === 0 ? '' : paint('dim', cut(theme.line(last), columns.last, signs.cut)),
  ];
  const shown = [true, true, columns.tools > 0, columns.ping > 0, columns.last > 0];
  const text = cells.filter((_, column) => shown[column]).join(GAP);
  return `${cursor} ${paint(style, ascii ? plainMark : mark)} ${text}`.trimEnd();
}
