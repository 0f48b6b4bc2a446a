import type { Span } from './spans.ts';

/** Where a shell ends a word that is not quoted. */
const ENDS_WORD = /[\s;&|<>()]/;

/** An argument is one word of a command, a script has several, and of other texts it is not known. */
export type TextKind = 'argument' | 'script' | 'text';

/**
 * The part of a text that holds a found secret, and nothing else: what a reference can take the place of. Undefined if
 * its end is not certain, because then half of a password would be taken, or words that are not part of it. What is
 * hidden may be longer: in doubt that hides too much.
 */
export function exactPart(text: string, found: Span, kind: TextKind): Span | undefined {
  const { start, end } = found;
  const isScript = kind === 'script';
  if (!isScript && isRest(text, found, kind)) return found;
  const quote = openQuote(text, start);
  if (quote !== undefined) return inQuotes(text, found, quote);
  const secret = text.slice(start, end);
  const length = secret.search(ENDS_WORD);
  const own = length === -1 ? secret : secret.slice(0, length);
  if (own === '' || /["'\\`]|\$\(/.test(own)) return undefined;
  if (length === -1) return isScript && /["'\\]/.test(text[end] ?? '') ? undefined : found;
  if (isScript) return { start, end: start + length };
  return isSetting(text, found) ? found : undefined;
}

/** All of a text, or of an argument after its option or name. */
function isRest(text: string, { start, end }: Span, kind: TextKind): boolean {
  const head = text.slice(0, start);
  const isPair =
    kind === 'argument' && /^-{0,2}\w[\w.-]{0,100}(?:=|:[ \t]{1,40})(?:[A-Za-z]{1,10}[ \t]{1,40})?$/.test(head);
  return end === text.length && (start === 0 || isPair);
}

function isSetting(text: string, { start, end }: Span): boolean {
  const isEnded = end === text.length || text[end] === ';';
  return (
    isEnded && !text.slice(start, end).includes(';') && /;[ \t]*\w[\w .-]{0,60}=[ \t]*$/.test(text.slice(0, start))
  );
}

/** In quotes all up to the closing one, unless an escape in it would have to be read first. */
function inQuotes(text: string, { start, end }: Span, quote: string): Span | undefined {
  const close = text.indexOf(quote, start);
  if (close === -1) return undefined;
  const rest = text.slice(start, close);
  if (/["'\\`]|\$\(/.test(rest)) return undefined;
  // A word goes on behind the quote: `"two words"'and more'`.
  if (!/^(?:[\s;&|<>()},\]]|$)/.test(text.slice(close + 1, close + 2))) return undefined;
  if (end >= close) return { start, end: close };
  const isDelimited = /[@&;#,]/.test(text[end] ?? '');
  if (isDelimited && !/\s/.test(text.slice(start, end))) return { start, end };
  return undefined;
}

/** The quote that is open at a place; quotes with a backslash before them open nothing. */
function openQuote(text: string, at: number): string | undefined {
  let open: string | undefined;
  for (let index = 0; index < at; index += 1) {
    const char = text[index];
    if (char === '\\' && open !== "'") index += 1;
    else if (open === undefined && (char === '"' || char === "'")) open = char;
    else if (char === open) open = undefined;
  }
  return open;
}
