import type { MatrixColumn } from '../../../../src/api/contract/matrix.ts';

/** Two letters for each column, as different as the names allow: `Cu` for Cursor, `CC` for Claude Code. */
export function clientMarks(columns: readonly Pick<MatrixColumn, 'client' | 'clientName'>[]): string[] {
  const marks = new Map<string, string>();
  const taken = new Set<string>();
  for (const { client, clientName } of columns) {
    if (marks.has(client)) continue;
    const candidates = candidatesFor(clientName);
    const mark = candidates.find((one) => !taken.has(one)) ?? candidates[0] ?? '?';
    marks.set(client, mark);
    taken.add(mark);
  }
  return columns.map(({ client }) => marks.get(client) ?? '');
}

function candidatesFor(name: string): string[] {
  const [first = '', second = ''] = name.split(/[\s-]+/);
  const isAcronym = (word: string): boolean => word.length > 1 && word === word.toUpperCase();
  const letters = Array.from(`${first}${second}`);
  const [head = '?', ...rest] = letters;
  const pairs = rest.map((letter) => `${head}${letter}`);
  if (isAcronym(first)) return pairs;
  const initials = second && !isAcronym(second) ? [`${head}${second[0]?.toUpperCase() ?? ''}`] : [];
  return [...initials, ...pairs];
}
