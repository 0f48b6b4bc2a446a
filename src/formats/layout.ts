/** Small questions about the layout of a text, shared by all formats. */

const BYTE_ORDER_MARK = 0xfeff;

let lastEol = { text: '', eol: '\n' };

/** The line end that the text uses most; `\n` where it has none. Many edits in a row ask about the same text. */
export function eolOf(text: string): string {
  if (lastEol.text !== text) lastEol = { text, eol: findEol(text) };
  return lastEol.eol;
}

function findEol(text: string): string {
  if (!text.includes('\r\n')) return '\n';
  const crlf = text.split('\r\n').length - 1;
  return crlf * 2 > text.split('\n').length - 1 ? '\r\n' : '\n';
}

/** Where the content starts: behind a byte order mark. */
export function contentStart(text: string): number {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
}

export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 ? contentStart(text) : start;
}

/** The end of the line without its line end. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline === -1) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** The start of the line end that stands before the line starting at `start`, or `start` on the first line. */
export function previousLineEnd(text: string, start: number): number {
  if (text[start - 1] !== '\n') return start;
  return text[start - 2] === '\r' ? start - 2 : start - 1;
}

/** The blanks at the start of the line that holds `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return text.slice(start, end);
}

export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** One step of indentation, taken from the first indented line that is deeper than the line above it. */
export function indentUnit(text: string): string {
  let above = '';
  for (const match of text.matchAll(/^([ \t]*)\S/gm)) {
    const indent = match[1] ?? '';
    if (indent.length > above.length && indent.startsWith(above)) return indent.slice(above.length);
    above = indent;
  }
  return '  ';
}
