import { maskLine } from '../model/secret.ts';
import type { FileChange } from '../store/plan.ts';

const CONTEXT = 3;
/** Beyond this many lines in doubt, all of them are shown as replaced. */
const MAX_COMPARED = 3000;

interface Line {
  readonly kind: ' ' | '-' | '+';
  /** Index in the old text, or in the new one for an added line. */
  readonly at: number;
}

/** A change as a unified diff. Secrets are masked; a masked line that changed is still shown as changed. */
export function unifiedDiff({ path, before, after }: FileChange): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const [shownOld, shownNow] = [linesOf(before && maskLine(before)), linesOf(after && maskLine(after))];
  const lines = compare(old, now);
  const text = (line: Line): string => `${line.kind}${(line.kind === '+' ? shownNow : shownOld)[line.at] ?? ''}`;
  const head = [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${after === undefined ? '/dev/null' : path}`];
  return [...head, ...hunks(lines).flatMap((hunk) => [title(lines, hunk), ...lines.slice(...hunk).map(text)])].join(
    '\n',
  );
}

function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push(`${lines.pop() ?? ''}\n\\ No newline at end of file`);
  return lines;
}

function compare(old: readonly string[], now: readonly string[]): Line[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const limit = Math.min(old.length, now.length) - head;
  while (tail < limit && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const same = (from: number, count: number): Line[] =>
    Array.from({ length: count }, (_, index) => ({ kind: ' ', at: from + index }));
  const middle = compareMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail), head);
  return [...same(0, head), ...middle, ...same(old.length - tail, tail)];
}

/** Longest common run of lines by the textbook table. */
function compareMiddle(old: readonly string[], now: readonly string[], offset: number): Line[] {
  const removed = old.map((_, index): Line => ({ kind: '-', at: offset + index }));
  const added = now.map((_, index): Line => ({ kind: '+', at: offset + index }));
  if (old.length > MAX_COMPARED || now.length > MAX_COMPARED) return [...removed, ...added];
  const best = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const [row, below] = [best[i] as Uint16Array, best[i + 1] as Uint16Array];
    for (let j = now.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: ' ', at: offset + i });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && (best[i + 1]?.[j] ?? 0) >= (best[i]?.[j + 1] ?? 0)))
      lines.push(removed[i++] as Line);
    else lines.push(added[j++] as Line);
  }
  return lines;
}

/** Runs of changed lines with the unchanged ones around them, as start and end in the list. */
function hunks(lines: readonly Line[]): [number, number][] {
  const found: [number, number][] = [];
  for (const [index, line] of lines.entries()) {
    if (line.kind === ' ') continue;
    const last = found.at(-1);
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(lines.length, index + CONTEXT + 1);
    if (last && start <= last[1]) last[1] = end;
    else found.push([start, end]);
  }
  return found;
}

function title(lines: readonly Line[], [start, end]: [number, number]): string {
  const count = (from: number, to: number, kind: '-' | '+'): number =>
    lines.slice(from, to).filter((line) => line.kind === ' ' || line.kind === kind).length;
  const side = (kind: '-' | '+'): string => {
    const length = count(start, end, kind);
    return `${kind}${count(0, start, kind) + (length > 0 ? 1 : 0)},${length}`;
  };
  return `@@ ${side('-')} ${side('+')} @@`;
}
