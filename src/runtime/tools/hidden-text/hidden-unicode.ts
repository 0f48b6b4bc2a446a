import { blackFlag, flagTags, hiddenKind, type HiddenKind, isInPlace } from './hidden-characters.ts';

/** Characters of one kind, next to each other, that a person does not see but a model reads. */
export interface HiddenRun {
  readonly kind: HiddenKind;
  /** Position in the text, in UTF-16 units, and how many of them. */
  readonly index: number;
  readonly length: number;
  /** The first of them, such as `U+200B`. */
  readonly codePoint: string;
  /** What they spell, when they are made to spell something. */
  readonly says?: string;
}

/** More than enough to see what is going on. */
export const mostFindings = 100;

/** Hidden characters of a text, at most a hundred runs of them. */
export function findHidden(text: string): HiddenRun[] {
  const found: HiddenRun[] = [];
  for (const run of hiddenRuns(text)) {
    if (found.push(describe(run)) >= mostFindings) break;
  }
  return found;
}

/** Without what nobody sees, for showing. */
export function stripHidden(text: string): string {
  return replaceHidden(text, () => '');
}

/** With each hidden character spelled out, such as `<U+200B>`, so that texts that differ look different. */
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

/** Nearly all texts are plain, and each part of a tool is one. */
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

/** Tag characters are ASCII, moved to where nothing is shown. */
function spelledInTags(text: string): string {
  return Array.from(text, (character) => String.fromCharCode((character.codePointAt(0) ?? 0) - 0xe0000)).join('');
}

/** There are 256 variation selectors, one for each byte. */
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
