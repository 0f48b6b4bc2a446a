import { setOwn } from '../../../../../src/model/value.ts';

/** One row of a key-value editor. While typing it may be empty or have a duplicate key. */
export interface PairRow {
  /** Stable while the row is edited, so that the field keeps its focus. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

export function rowsOf(pairs: Readonly<Record<string, string>>, firstId: number): PairRow[] {
  return Object.entries(pairs).map(([key, value], index) => ({ id: firstId + index, key, value }));
}

/** The map of the rows; rows without a key are ignored, and the first of duplicate keys wins. */
export function pairsOfRows(rows: readonly PairRow[]): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const { key, value } of rows) {
    if (key !== '' && !Object.hasOwn(pairs, key)) setOwn(pairs, key, value);
  }
  return pairs;
}

/** Errors of keys by row. Header names are case-insensitive. */
export function rowProblems(rows: readonly PairRow[], what: 'variable' | 'header'): Map<number, string> {
  const problems = new Map<number, string>();
  const seen = new Set<string>();
  for (const { id, key, value } of rows) {
    const same = what === 'header' ? key.toLowerCase() : key;
    if (key === '') {
      if (value !== '') problems.set(id, `Enter a name for this ${what}, or remove the row.`);
    } else if (seen.has(same)) problems.set(id, `${key} already exists.`);
    else if (!isKey(key, what)) problems.set(id, `Not a valid ${what} name.`);
    seen.add(same);
  }
  return problems;
}

function isKey(key: string, what: 'variable' | 'header'): boolean {
  return what === 'header' ? /^[\w!#$%&'*+.^`|~-]+$/.test(key) : /^[^\s=]+$/.test(key);
}

/** `NAME=value` or `Name: value`, one per line, as in copied text. */
export function rowsInText(text: string, what: 'variable' | 'header', firstId: number): PairRow[] | undefined {
  const pattern = what === 'header' ? /^([\w-]+)\s*:\s*(.*)$/ : /^(?:export\s+)?([A-Za-z_]\w*)=(.*)$/;
  const found: PairRow[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, key, value] = pattern.exec(line.trim()) ?? [];
    if (key === undefined || value === undefined) return undefined;
    found.push({ id: firstId + found.length, key, value: unquoted(value) });
  }
  return found.length > 0 ? found : undefined;
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
