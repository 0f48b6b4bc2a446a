import { hiddenSpans, MASK, replaceSpans } from '../model/secrets/hidden-spans.ts';
import type { FileChange } from '../store/plan.ts';
import { compareLines, type Line } from './compare-lines.ts';

const CONTEXT = 3;

/** A change as a unified diff. Secrets are masked; a masked line that changed is still shown as changed. */
export function unifiedDiff(change: FileChange): string {
  return diffOf(change, maskBoth(change));
}

/** The same with its secrets, for somebody who insists and is alone with the terminal. */
export function diffWithSecrets(change: FileChange): string {
  return diffOf(change, change);
}

type Sides = Pick<FileChange, 'before' | 'after'>;

/** What is a secret by the words around it is still one where a change takes those words away. */
function maskBoth({ before, after }: FileChange): Sides {
  const spans = hiddenSpans(before ?? '');
  const secrets = new Set(spans.map(({ start, end }) => before?.slice(start, end) ?? ''));
  return {
    before: before && replaceSpans(before, spans, () => MASK),
    after:
      after &&
      hide(
        replaceSpans(after, hiddenSpans(after), () => MASK),
        [...secrets],
      ),
  };
}

/** Anything shorter may be a part of some other word. */
const SHORTEST = 6;

function hide(text: string, secrets: readonly string[]): string {
  const found = secrets.filter((secret) => secret.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  if (found.length === 0) return text;
  return text.replaceAll(
    new RegExp(found.map((secret) => secret.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'), 'g'),
    MASK,
  );
}

function diffOf({ path, before, after }: FileChange, shown: Sides): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const [shownOld, shownNow] = [linesOf(shown.before), linesOf(shown.after)];
  const lines = compareLines(old, now);
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
