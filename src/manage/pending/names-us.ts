/** Quotes, and what joins parts of a text in programming languages. */
const JOINTS = /[^a-z\d]/gi;
/** What shells and languages take out of a word, so that `plu''g` is `plug`. */
const QUOTES = /['"\\^`]/g;
/** Our short name as a word of its own: many other words begin with it. */
const SHORT = /(?:^|[^\w-])plug(?![\w-])/i;
/** The rest of the line that gives the right, for a program under another name. */
const RIGHT = /(?:^|\W)mcp\W[^]*--allow(?:=|\s+)apply(?:\W|$)/i;
const ESCAPE = /\\x([\da-f]{2})|\\u\{?([\da-f]{2,6})\}?|%([\da-f]{2})|\\([0-7]{3})/gi;
const ENCODED = /[\w+/-]{8,}={0,2}/g;
const HEXADECIMAL = /^(?:[\da-f]{2})+$/i;

/**
 * Whether texts of a definition mention Plugboard: in parts, with escapes, in base64 or in hexadecimal. A script can make
 * the name in other ways, so this only tells what is probably about us.
 */
export function namesUs(texts: readonly string[]): boolean {
  return says(texts, (text) => {
    const spelled = text.replaceAll(QUOTES, '');
    return /plugboard/i.test(text.replaceAll(JOINTS, '')) || SHORT.test(spelled) || RIGHT.test(spelled);
  });
}

/** Whether texts of a definition give the right to write, in the same spellings, whatever the program is called. */
export function namesRight(texts: readonly string[]): boolean {
  return says(texts, (text) => RIGHT.test(text.replaceAll(QUOTES, '')));
}

function says(texts: readonly string[], isSaid: (text: string) => boolean): boolean {
  return [texts.join(' '), texts.join('')].some((text) => isIn(text, isSaid, 0));
}

function isIn(text: string, isSaid: (text: string) => boolean, depth: number): boolean {
  const plain = withoutEscapes(text);
  if (isSaid(plain)) return true;
  if (depth > 1) return false;
  return (plain.match(ENCODED) ?? []).some((word) => decodings(word).some((one) => isIn(one, isSaid, depth + 1)));
}

function withoutEscapes(text: string): string {
  return text.replaceAll(ESCAPE, (escape, ...codes: unknown[]) => {
    const [hex, unicode, percent, octal] = codes.map((code) => (typeof code === 'string' ? code : undefined));
    const code = octal === undefined ? Number.parseInt(hex ?? unicode ?? percent ?? '', 16) : Number.parseInt(octal, 8);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : escape;
  });
}

function decodings(word: string): string[] {
  const encodings = HEXADECIMAL.test(word) ? (['base64', 'hex'] as const) : (['base64'] as const);
  return encodings.map((encoding) => Buffer.from(word, encoding).toString());
}
