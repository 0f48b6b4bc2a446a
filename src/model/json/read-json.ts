import { MOST_DEPTH } from './depth.ts';

/** The text is nested deeper than `MOST_DEPTH`. It was not parsed, so it may not be JSON. */
export class TooDeepError extends Error {
  constructor() {
    super(`The JSON is nested deeper than ${MOST_DEPTH} levels.`);
    this.name = 'TooDeepError';
  }
}

/** Parses untrusted JSON. Throws a `SyntaxError` or a `TooDeepError`. */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError();
  return JSON.parse(text) as unknown;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether a JSON text is nested deeper than `MOST_DEPTH`. Counts brackets only and does not validate the text. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > MOST_DEPTH) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
