import { applyEdits } from '../formats/edit-list.ts';
import type { Edit } from '../formats/types.ts';
import { hiddenSpans, MASK, type Span } from '../model/secrets/hidden-spans.ts';
import type { FileChange } from '../store/plan.ts';
import { compareLines } from './compare-lines.ts';
import { KnownSecrets } from './known-secrets.ts';
import { TextLines } from './text-lines.ts';

const CONTEXT = 3;

/** A change as a unified diff. Secrets are masked; a masked line that changed is still shown as changed. */
export function unifiedDiff(change: FileChange): string {
  const old = oldText(change.before ?? '');
  return diffOf(change, old.lines, {
    old: (line) => old.lines.line(line, old.hidden(), MASK),
    now: (region, line) => old.secrets().hide(region.lines.line(line, region.hidden(old), MASK)),
  });
}

/** The same with its secrets, for somebody who insists and is alone with the terminal. */
export function diffWithSecrets(change: FileChange): string {
  const { lines } = oldText(change.before ?? '');
  return diffOf(change, lines, {
    old: (line) => lines.line(line),
    now: (region, line) => region.lines.line(line),
  });
}

/** How lines are shown. */
interface Show {
  old(line: number): string;
  now(region: Region, line: number): string;
}

/** A text that is changed. Many changes to one text are shown one after the other, so what is known of it is kept. */
interface OldText {
  readonly lines: TextLines;
  hidden(): readonly Span[];
  secrets(): KnownSecrets;
}

let last: OldText | undefined;

function oldText(text: string): OldText {
  if (last?.lines.text === text) return last;
  const lines = new TextLines(text);
  let spans: readonly Span[] | undefined;
  let secrets: KnownSecrets | undefined;
  const hidden = (): readonly Span[] => (spans ??= hiddenSpans(text));
  last = {
    lines,
    hidden,
    secrets: () => (secrets ??= new KnownSecrets(hidden().map(({ start, end }) => text.slice(start, end)))),
  };
  return last;
}

/** Lines of the old text, and the text that takes their place. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly lines: TextLines;
  /** What is hidden in the new text. */
  hidden(old: OldText): readonly Span[];
}

/** Where the edits are known, the new text need not be there. */
function regionsOf(change: FileChange, lines: TextLines): Region[] {
  if (change.edits)
    return editedLines(change.edits, lines).map(([from, to, edits]) => regionOf(lines, from, to, edits));
  const { before = '', after = '' } = change;
  let spans: readonly Span[] | undefined;
  const hidden = (): readonly Span[] => (spans ??= after === '' ? [] : hiddenSpans(after));
  return before === after ? [] : [{ from: 0, to: lines.count, lines: new TextLines(after), hidden }];
}

/** The lines that edits touch, with these edits. */
function editedLines(edits: readonly Edit[], lines: TextLines): [from: number, to: number, edits: Edit[]][] {
  const found: [number, number, Edit[]][] = [];
  for (const edit of edits) {
    const from = lines.lineAt(edit.offset);
    const to = Math.min(lines.count, lines.lineAt(edit.offset + edit.length) + 1);
    const before = found.at(-1);
    if (before && from <= before[1]) {
      before[1] = Math.max(before[1], to);
      before[2].push(edit);
    } else found.push([from, to, [edit]]);
  }
  return found;
}

/** Farther back than this, no word makes a secret of what follows it. */
const REACH = 400;

function regionOf(old: TextLines, from: number, to: number, edits: readonly Edit[]): Region {
  const start = old.startOf(from);
  const moved = edits.map((edit) => ({ ...edit, offset: edit.offset - start }));
  const text = applyEdits(old.text.slice(start, old.startOf(to)), moved);
  let spans: readonly Span[] | undefined;
  const find = (known: OldText): readonly Span[] => {
    const above = old.text.slice(old.startOf(lineAbove(known, from)), start);
    return hiddenSpans(above + text).flatMap((span) =>
      span.start < above.length ? [] : [{ start: span.start - above.length, end: span.end - above.length }],
    );
  };
  return { from, to, lines: new TextLines(text), hidden: (known) => (spans ??= find(known)) };
}

/** From which line on a text decides what is hidden in this one; a key of many lines counts from its first. */
function lineAbove({ lines, hidden }: OldText, line: number): number {
  const start = lines.startOf(line);
  let above = line;
  while (above > 0 && (start - lines.startOf(above) < REACH || isHidden(hidden(), lines, above - 1))) above -= 1;
  return above;
}

function isHidden(spans: readonly Span[], lines: TextLines, line: number): boolean {
  return lines.line(line, spans, MASK) !== lines.line(line);
}

/** Lines that differ, as indexes in the old text and in that of a region. */
interface Difference {
  readonly region: Region;
  readonly old: readonly [number, number];
  readonly now: readonly [number, number];
}

function diffOf(change: FileChange, lines: TextLines, show: Show): string {
  const { path, before } = change;
  const isGone = !change.edits && change.after === undefined;
  const head = [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${isGone ? '/dev/null' : path}`];
  let shift = 0;
  const hunks = hunksOf(regionsOf(change, lines).flatMap((region) => differencesIn(region, lines)));
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

/** Differences that are shown together, because hardly a line is between them. */
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

/** `shift` is how many more lines the new text has before the hunk; `grown` how many it has more in it. */
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
    for (; at < to; at += 1) text.push(` ${show.old(at)}`);
  };
  for (const { region, old, now } of hunk) {
    keep(old[0]);
    for (; at < old[1]; at += 1) text.push(`-${show.old(at)}`);
    for (let line = now[0]; line < now[1]; line += 1) text.push(`+${show.now(region, line)}`);
    grown += now[1] - now[0] - (old[1] - old[0]);
  }
  keep(end);
  const count = end - start;
  return { title: `@@ ${sideOf('-', start, count)} ${sideOf('+', start + shift, count + grown)} @@`, text, grown };
}

/** Lines are counted from one; where there is none, the one before is named. */
function sideOf(sign: string, start: number, count: number): string {
  return `${sign}${start + (count > 0 ? 1 : 0)},${count}`;
}
