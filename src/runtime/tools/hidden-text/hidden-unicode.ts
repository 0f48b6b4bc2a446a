import { blackFlag, flagTags, hiddenKind, type HiddenKind, isInPlace } from './hidden-characters.ts';

/** A run of adjacent characters of one kind that are invisible to a person but read by a model. */
export interface HiddenRun {
  readonly kind: HiddenKind;
  /** Position and length in UTF-16 units. */
  readonly index: number;
  readonly length: number;
  /** The first code point, such as `U+200B`. */
  readonly codePoint: string;
  /** The decoded text, if the run encodes one. */
  readonly says?: string;
}

/** Limit of issues. */
export const mostIssues = 100;

/** Finds hidden characters, at most `mostIssues` runs. */
export function findHidden(text: string): HiddenRun[] {
  const found: HiddenRun[] = [];
  for (const run of hiddenRuns(text)) {
    if (found.push(describe(run)) >= mostIssues) break;
  }
  return found;
}

/** Removes hidden characters for display. */
export function stripHidden(text: string): string {
  return replaceHidden(text, () => '');
}

/** Spells out hidden characters, such as `<U+200B>`, so that different texts look different. */
export function revealHidden(text: string): string {
  return replaceHidden(text, (hidden) => Array.from(hidden, (character) => `<${codePointOf(character)}>`).join(''));
}

function replaceHidden(text: string, replacement: (hidden: string) => string): string {
  let shown = '';
  let at = 0;
  for (const run of hiddenRuns(text)) {
    shown += text.slice(at, run.index) + replacement(run.text);
    at = run.index + run.text.length;
  }
  return shown + text.slice(at);
}

interface Run {
  readonly kind: HiddenKind;
  readonly index: number;
  text: string;
}

function* hiddenRuns(text: string): Generator<Run> {
  if (isPlain(text)) return;
  let run: Run | undefined;
  for (let index = 0; index < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const kind = hiddenKind(character.codePointAt(0) ?? 0);
    const flag = kind === 'tag' ? flagAt(text, index) : undefined;
    const end = index + (flag ?? character).length;
    const hides = kind && !flag && !isInPlace(kind, text.slice(Math.max(0, index - 8), end), text.slice(end, end + 2));
    if (hides && run?.kind === kind) run.text += character;
    else {
      if (run) yield run;
      run = hides ? { kind, index, text: character } : undefined;
    }
    index = end;
  }
  if (run) yield run;
}

/** Fast path: nearly all texts are plain ASCII. */
function isPlain(text: string): boolean {
  return /^[\t\n\r -~]*$/.test(text);
}

function flagAt(text: string, index: number): string | undefined {
  if (!text.startsWith(blackFlag, index - blackFlag.length)) return undefined;
  return flagTags.find((tags) => text.startsWith(tags, index));
}

function describe({ kind, index, text }: Run): HiddenRun {
  const says = kind === 'tag' ? spelledInTags(text) : kind === 'variation-selector' ? spelledInSelectors(text) : '';
  const printable = stripHidden(says).slice(0, 200);
  return {
    kind,
    index,
    length: text.length,
    codePoint: codePointOf(text),
    ...(printable !== '' && { says: printable }),
  };
}

/** Tag characters are ASCII at an invisible offset. */
function spelledInTags(text: string): string {
  return Array.from(text, (character) => String.fromCharCode((character.codePointAt(0) ?? 0) - 0xe0000)).join('');
}

/** There are 256 variation selectors, one per byte value. */
function spelledInSelectors(text: string): string {
  const bytes = Array.from(text).flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0100) return [code - 0xe0100 + 16];
    return code >= 0xfe00 ? [code - 0xfe00] : [];
  });
  const spelled = Buffer.from(bytes).toString();
  return spelled.includes('\ufffd') ? '' : spelled;
}

function codePointOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
