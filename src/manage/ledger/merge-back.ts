import { type Block, compareLines } from '../compare/compare-lines.ts';

/** The text of a file with a parked entry, and without it. */
interface ParkedTexts {
  readonly before: string;
  readonly after: string;
}

/**
 * The text of a file that was edited since with the lines of the parked entry where they were: a three-way merge, in
 * each order if both were at one place. None if the edits are of the lines around the entry.
 */
export function mergedBack({ before, after }: ParkedTexts, now: string): string[] {
  const [base, ours, theirs] = [after, before, now].map(linesOf) as [string[], string[], string[]];
  const restored = compareLines(base, ours).map((block) => changeOf(block, ours));
  const edited = compareLines(base, theirs).map((block) => changeOf(block, theirs));
  if (restored.some((one) => edited.some((other) => overlap(one, other)))) return [];
  const texts = [
    [...restored, ...edited],
    [...edited, ...restored],
  ].map((changes) => apply(base, changes.toSorted(inOrder)));
  return [...new Set(texts)];
}

/** Lines of the base that become other lines. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** With their line ends. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function changeOf({ old: [from, to], now: [start, end] }: Block, lines: readonly string[]): Change {
  return { from, to, lines: lines.slice(start, end) };
}

function overlap(one: Change, other: Change): boolean {
  return Math.max(one.from, other.from) < Math.min(one.to, other.to) || isWithin(one, other) || isWithin(other, one);
}

/** Whether lines are added in the middle of lines that the other one replaces. */
function isWithin({ from, to }: Change, other: Change): boolean {
  return from === to && other.from < from && from < other.to;
}

/** What is added comes before what is replaced at the same place. */
function inOrder(one: Change, other: Change): number {
  return one.from - other.from || one.to - other.to;
}

function apply(base: readonly string[], changes: readonly Change[]): string {
  const lines: string[] = [];
  let at = 0;
  for (const change of changes) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at)].join('');
}
