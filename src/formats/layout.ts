/** Text layout functions shared by all formats. */

const BYTE_ORDER_MARK = 0xfeff;

let lastEol = { text: '', eol: '\n' };

/** The most frequent line ending; `\n` by default. Cached, because consecutive edits query the same text. */
export function eolOf(text: string): string {
  if (lastEol.text !== text) lastEol = { text, eol: findEol(text) };
  return lastEol.eol;
}

function findEol(text: string): string {
  if (!text.includes('\r\n')) return '\n';
  const crlf = text.split('\r\n').length - 1;
  return crlf * 2 > text.split('\n').length - 1 ? '\r\n' : '\n';
}

/** Start of the content, after a byte order mark. */
export function contentStart(text: string): number {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
}

export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 ? contentStart(text) : start;
}

/** End of the line before its line ending. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline === -1) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** Start of the line ending before the line at `start`, or `start` on the first line. */
export function previousLineEnd(text: string, start: number): number {
  if (text[start - 1] !== '\n') return start;
  return text[start - 2] === '\r' ? start - 2 : start - 1;
}

/** The indentation of the line that contains `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return text.slice(start, end);
}

export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** One indentation step, taken from the first line indented deeper than the line above. */
export function indentUnit(text: string): string {
  let above = '';
  for (const match of text.matchAll(/^([ \t]*)\S/gm)) {
    const indent = match[1] ?? '';
    if (indent.length > above.length && indent.startsWith(above)) return indent.slice(above.length);
    above = indent;
  }
  return '  ';
}
