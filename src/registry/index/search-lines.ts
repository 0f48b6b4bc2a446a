import type { ServerStatus } from '../server-json/server-json.ts';

/**
 * The text that is searched: one line per server, with name, title and description folded to lower case without accents,
 * then status and number, then the name as written if it differs.
 */
export interface SearchLine {
  readonly name: string;
  readonly ordinal: number;
  readonly status: ServerStatus;
}

const letters: Readonly<Record<ServerStatus, string>> = { active: 'a', deprecated: 'd', deleted: 'x' };
const statuses = new Map(Object.entries(letters).map(([status, letter]) => [letter, status as ServerStatus]));

/** What a line is made from. */
export interface ShownServer {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
}

export function searchLine(server: ShownServer, status: ServerStatus, ordinal: number): string {
  const { name, title = '', description } = server;
  const folded = fold(name);
  const parts = [folded, fold(title), fold(description), `${letters[status]}${ordinal.toString(36)}`];
  return `${parts.join('\t')}\t${folded === name ? '' : name}\n`;
}

/** Reads a line without its line end; undefined if it is damaged. */
export function readSearchLine(line: string): SearchLine | undefined {
  const [folded = '', , , about = '', written = ''] = line.split('\t');
  const status = statuses.get(about.charAt(0));
  const ordinal = Number.parseInt(about.slice(1), 36);
  if (status === undefined || !Number.isSafeInteger(ordinal) || folded === '') return undefined;
  return { name: written === '' ? folded : written, ordinal, status };
}

/** Lower case, without accents and control characters. */
export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .toLowerCase();
}
