import { isSecretName } from '../secret-name.ts';
import { KEY_START, replaceRandom, SECRET_SHAPE } from '../secret-shape.ts';
import { coverAddresses } from './cover-addresses.ts';
import { coverNamed } from './cover-named.ts';
import { cover, COVER, coverValue } from './cover.ts';

/** A part of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Does not tell how long the secret is, nor how it begins or ends. */
export const MASK = '••••••••';

/**
 * Where secrets stand in text of a config file or a command. It works on the text alone, because a file that cannot be
 * parsed may hold secrets as well; in doubt it hides too much. Repetitions in the patterns have a bound or can end in one
 * place only, so that a hostile line costs no more than a long one.
 */
export function hiddenSpans(text: string): Span[] {
  return findSecrets(text).spans;
}

/** The same spans, none of which reaches beyond its line, and the private keys, which may go on over many lines. */
export function findSecrets(text: string): { spans: Span[]; keys: Span[] } {
  const bare = text.replaceAll(COVER, ' ');
  const keys: Span[] = [];
  const covered = inPieces(bare, (piece, start) =>
    coverShapes(coverNamed(coverDefaults(piece)), (key) =>
      keys.push({ start: start + key.start, end: start + key.end }),
    ),
  );
  return { spans: spansBetween(bare, covered), keys };
}

/** A pattern remembers every character it may have to go back to, and has no room for more than some million. */
const LONGEST_PIECE = 1024 * 1024;

/** Piece by piece, each up to the end of a line where there is one. */
function inPieces(text: string, change: (piece: string, start: number) => string): string {
  if (text.length <= LONGEST_PIECE) return change(text, 0);
  let changed = '';
  for (let start = 0; start < text.length;) {
    const line = text.lastIndexOf('\n', start + LONGEST_PIECE) + 1;
    const end = line > start ? line : start + LONGEST_PIECE;
    changed += change(text.slice(start, end), start);
    start = end;
  }
  return changed;
}

/** Whether a text without its name is a secret, or holds the default of one. */
export function hasSecretShape(text: string): boolean {
  return inPieces(text, (piece) => coverShapes(coverDefaults(piece))) !== text;
}

/** `${API_TOKEN:-abc}`: what is used when the variable is not set is as secret as the variable. */
function coverDefaults(text: string): string {
  return text.replaceAll(
    /(\$\{([A-Za-z_]\w{0,100}):-)([^}\n]{1,500})(?=\})/g,
    (whole, head: string, name: string, value: string) => (isSecretName(name) ? head + coverValue(name, value) : whole),
  );
}

function coverShapes(text: string, foundKey: (key: Span) => void = () => undefined): string {
  const shapes = text.replaceAll(new RegExp(SECRET_SHAPE, 'g'), (found, start: number) => {
    if (found.startsWith(KEY_START)) foundKey({ start, end: start + found.length });
    return cover(found);
  });
  return replaceRandom(coverAddresses(shapes), cover);
}

/** Parts with nothing but blanks between them are one: their number would tell something. Each line has its own. */
function spansBetween(text: string, covered: string): Span[] {
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
