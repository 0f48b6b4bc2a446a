import { MASK } from '../../model/secrets/hidden-spans.ts';
import { consentText } from '../../model/text/consent.ts';
import { visible } from '../../model/visible.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';
import { broughtIn } from './brought.ts';
import { type Region, regionsOf } from './changed-regions.ts';
import { compareLines } from './compare-lines.ts';
import { MaskedLines, oldText } from './mask-change.ts';
import { TextLines } from './text-lines.ts';

const CONTEXT = 3;

/**
 * Returns a change as a unified diff with secrets masked. A changed line is marked as changed even when its mask is
 * equal.
 */
export function unifiedDiff(change: FileChange): string {
  return maskedDiff(change);
}

/**
 * Returns the diff of a change that a person decides on. In a plan that came from someone else nothing is masked of what
 * they brought; the user's own secrets are, as in every other diff.
 */
export function planDiff(change: FileChange, plan: Pick<Plan, 'brought' | 'changes'>): string {
  const isShown = broughtIn(plan);
  if (!isShown) return maskedDiff(change);
  return maskedDiff(change, isShown).split('\n').map(consentLine).join('\n');
}

/** Tabs are expected at the start of a line, and a carriage return at its end. */
function consentLine(line: string): string {
  const indent = /^[-+ ]?\t*/.exec(line)?.[0] ?? '';
  return indent + consentText(line.slice(indent.length).replace(/\r$/, ''));
}

function maskedDiff(change: FileChange, isShown?: (text: string) => boolean): string {
  const old = oldText(change.before ?? '', change.path);
  const { lines, spans } = old;
  const regions = regionsOf(change, lines);
  const masked = new MaskedLines(change.path, old, regions, CONTEXT);
  return diffOf(change, lines, regions, {
    kept: (line, now) => masked.kept(line, now, isShown),
    removed: (line) => lines.masked(line, lines.hidden(line, spans), MASK),
    added: (region, line) => masked.added(region.base + line, isShown),
  });
}

/** The same diff without masking, for an explicit request at a terminal. */
export function diffWithSecrets(change: FileChange): string {
  const lines = new TextLines(change.before ?? '');
  return diffOf(change, lines, regionsOf(change, lines), {
    kept: (line) => lines.line(line),
    removed: (line) => lines.line(line),
    added: (region, line) => region.lines.line(line),
  });
}

/** How lines are rendered. */
interface Show {
  /** Renders a context line, given its index in both texts. */
  kept(line: number, now: number): string;
  removed(line: number): string;
  added(region: Region, line: number): string;
}

/** Lines that differ, as indexes into the old text and into the region's text. */
interface Difference {
  readonly region: Region;
  readonly old: readonly [number, number];
  readonly now: readonly [number, number];
}

function diffOf(change: FileChange, lines: TextLines, regions: readonly Region[], show: Show): string {
  const { before } = change;
  // A header is one line, whatever the name of the file.
  const path = visible(change.path);
  const isGone = !change.edits && change.after === undefined;
  const head = [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${isGone ? '/dev/null' : path}`];
  let shift = 0;
  const hunks = hunksOf(regions.flatMap((region) => differencesIn(region, lines)));
  const shown = hunks.flatMap((hunk) => {
    const { title, text, grown } = hunkText(hunk, lines, shift, show);
    shift += grown;
    return [title, ...text];
  });
  return [...head, ...shown].join('\n');
}

function differencesIn(region: Region, lines: TextLines): Difference[] {
  const { from, to, lines: now } = region;
  return compareLines(lines.lines(from, to), now.lines(0, now.count)).map((block) => ({
    region,
    old: [block.old[0] + from, block.old[1] + from],
    now: block.now,
  }));
}

/** Differences close enough to share a hunk. */
function hunksOf(differences: readonly Difference[]): Difference[][] {
  const hunks: Difference[][] = [];
  for (const one of differences) {
    const hunk = hunks.at(-1);
    const before = hunk?.at(-1);
    if (hunk && before && one.old[0] - before.old[1] <= 2 * CONTEXT) hunk.push(one);
    else hunks.push([one]);
  }
  return hunks;
}

/** `shift` is the offset of new line numbers before the hunk; `grown` is the number of lines the hunk adds. */
function hunkText(
  hunk: readonly Difference[],
  lines: TextLines,
  shift: number,
  show: Show,
): { title: string; text: string[]; grown: number } {
  const start = Math.max(0, (hunk[0] as Difference).old[0] - CONTEXT);
  const end = Math.min(lines.count, (hunk.at(-1) as Difference).old[1] + CONTEXT);
  const text: string[] = [];
  let at = start;
  let grown = 0;
  const keep = (to: number): void => {
    for (; at < to; at += 1) text.push(` ${show.kept(at, at + shift + grown)}`);
  };
  for (const { region, old, now } of hunk) {
    keep(old[0]);
    for (; at < old[1]; at += 1) text.push(`-${show.removed(at)}`);
    for (let line = now[0]; line < now[1]; line += 1) text.push(`+${show.added(region, line)}`);
    grown += now[1] - now[0] - (old[1] - old[0]);
  }
  keep(end);
  const count = end - start;
  return { title: `@@ ${sideOf('-', start, count)} ${sideOf('+', start + shift, count + grown)} @@`, text, grown };
}

/** Line numbers start at one; an empty range names the line before it. */
function sideOf(sign: string, start: number, count: number): string {
  return `${sign}${start + (count > 0 ? 1 : 0)},${count}`;
}
