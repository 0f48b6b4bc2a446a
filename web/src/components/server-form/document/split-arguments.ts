import { wordsOf } from '../../../../../src/model/shell/shell-words.ts';

/** An alternative interpretation of pasted text. Only offered: the text is first taken as one argument. */
export interface ArgumentsOffer {
  readonly kind: 'json' | 'shell' | 'lines';
  readonly args: readonly string[];
}

/** A JSON array of strings, several lines, or shell words; undefined if the text is a single argument. */
export function splitOffer(text: string): ArgumentsOffer | undefined {
  const list = jsonList(text);
  if (list) return { kind: 'json', args: list };
  const words = wordsOf(text);
  if (words && words.length > 1) return { kind: 'shell', args: words };
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  return lines.length > 1 ? { kind: 'lines', args: lines } : undefined;
}

function jsonList(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
    return isList ? value : undefined;
  } catch {
    return undefined;
  }
}
