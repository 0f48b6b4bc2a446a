import { coverAddresses } from './cover-addresses.ts';
import { coverItems } from './cover-items.ts';
import { coverMultiline } from './cover-multiline.ts';
import { coverNamed } from './cover-named.ts';
import { cover, COVER, coverValue } from './cover.ts';
import { cutAbove, isCut } from './cuts.ts';
import { isSecretName } from './secret-name.ts';
import { KEY_START, replaceRandom, replaceShapes } from './secret-shape.ts';
import { merged, type Span } from './spans.ts';

/** Reveals neither the length nor the first or last characters of a secret. */
export const MASK = '••••••••';

/**
 * The spans of secrets in text of a config file or a command. It works on plain text, because a file that cannot be
 * parsed may contain secrets too; in doubt it hides too much. Repetitions in patterns are bounded or unambiguous, so
 * that a hostile line cannot cause catastrophic backtracking.
 */
export function hiddenSpans(text: string): readonly Span[] {
  return findSecrets(text).spans;
}

export interface FoundSecrets {
  /** Each within one line. */
  readonly spans: readonly Span[];
  /** Where the end of a secret was searched, in order and beyond the text if it may continue there (see `isCut`). */
  readonly open: readonly Span[];
}

/** The same spans, and where the text cannot be cut. */
export function findSecrets(text: string): FoundSecrets {
  const bare = text.replaceAll(COVER, ' ');
  const open: Span[] = [];
  const looked = (start: number, end: number): void => void open.push({ start, end });
  const multiline = coverItems(coverMultiline(bare, looked), looked);
  const names = merged(open);
  let isForced = false;
  const covered = inPieces(multiline, names, (piece, start) => {
    const end = start + piece.length;
    isForced ||= end < text.length && !isCut(multiline, names, end);
    return coverShapes(coverNamed(coverDefaults(piece)), (key) => {
      open.push({ start: start + key.start, end: start + key.end + 1 });
      isForced ||= end < text.length && start + key.end === end;
    });
  });
  // If a piece ends within a secret, no other pieces give the same result.
  const whole = { start: -1, end: text.length + 1 };
  return { spans: spansBetween(bare, covered), open: isForced ? [whole] : merged(open) };
}

/** A regular expression keeps a backtracking position per character and overflows after some million. */
const LONGEST_PIECE = 1024 * 1024;

/** Applies a change in pieces, split where the text can be cut, else at line ends, if possible. */
function inPieces(text: string, open: readonly Span[], change: (piece: string, start: number) => string): string {
  if (text.length <= LONGEST_PIECE) return change(text, 0);
  let changed = '';
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, open, start);
    changed += change(text.slice(start, end), start);
    start = end;
  }
  return changed;
}

function endOfPiece(text: string, open: readonly Span[], start: number): number {
  const limit = start + LONGEST_PIECE;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  return [cutAbove(text, open, line), line].find((end) => end > start) ?? limit;
}

/** Whether a text looks like a secret without its name, or contains a secret default. */
export function hasSecretShape(text: string): boolean {
  return inPieces(text, [], (piece) => coverShapes(coverDefaults(piece))) !== text;
}

/** The default in `${API_TOKEN:-abc}` is as secret as the variable. */
function coverDefaults(text: string): string {
  if (!text.includes('${')) return text;
  return text.replaceAll(
    /(\$\{([A-Za-z_]\w{0,100}):-)([^}\n]{1,500})(?=\})/g,
    (whole, head: string, name: string, value: string) => (isSecretName(name) ? head + coverValue(name, value) : whole),
  );
}

function coverShapes(text: string, foundKey: (key: Span) => void = () => undefined): string {
  const shapes = replaceShapes(text, (found, start) => {
    if (found.startsWith(KEY_START)) foundKey({ start, end: start + found.length });
    return cover(found);
  });
  return replaceRandom(coverAddresses(shapes), cover);
}

/** Joins spans separated only by spaces, because their number would reveal something. Each line has its own span. */
function spansBetween(text: string, covered: string): Span[] {
  if (covered === text) return [];
  const spans: { start: number; end: number }[] = [];
  for (let at = covered.indexOf(COVER); at !== -1; at = covered.indexOf(COVER, at)) {
    const start = at;
    while (covered[at] === COVER) at += 1;
    const last = spans.at(-1);
    if (last && /^[^\S\n\r]*$/.test(text.slice(last.end, start))) last.end = at;
    else spans.push({ start, end: at });
  }
  return spans.flatMap((span) => linesIn(text, span));
}

function linesIn(text: string, { start, end }: Span): Span[] {
  return [...text.slice(start, end).matchAll(/[^\n\r]+/g)].map(({ index, 0: line }) => ({
    start: start + index,
    end: start + index + line.length,
  }));
}

export function replaceSpans(text: string, spans: readonly Span[], replace: (secret: string) => string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of spans) {
    result += text.slice(at, start) + replace(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}
