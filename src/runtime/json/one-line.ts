/** Characters at which some reader of lines splits: all that `str.splitlines` of Python knows and JSON may hold unescaped. */
const BREAKS = /[\t\n\r\u0085\u2028\u2029]/g;

/**
 * A JSON text without anything that a reader might take for the end of a line. In valid JSON tabs and line breaks stand
 * only between tokens, where a space means the same; the others only within strings, where an escape does.
 */
export function oneLine(json: string): string {
  return hasBreak(json) ? json.replaceAll(BREAKS, substitute) : json;
}

/** Each look is a search for one character, which is ten times as quick as a regular expression. */
function hasBreak(text: string): boolean {
  return (
    text.includes('\n') ||
    text.includes('\r') ||
    text.includes('\t') ||
    text.includes('\u0085') ||
    text.includes('\u2028') ||
    text.includes('\u2029')
  );
}

function substitute(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? ' ' : `\\u${code.toString(16).padStart(4, '0')}`;
}
