import { hasSecretShape } from './hidden-spans.ts';
import type { Span } from './spans.ts';
import { valueSpans } from './value-spans.ts';

/** Fields that a person reads, or that name a directory. */
export const proseFields = ['cwd', 'title', 'description'] as const;

/** Words of a sentence: `Authorization: ask Jane`, `use --token to sign in`. */
const WORDS = /^(?:[A-Z]?[a-z]+[.,;:!?]*(?:\s+|$))+$/;

/** The secret parts of a sentence, in which words after a name such as `Authorization:` are only words. */
export function proseSpans(text: string): readonly Span[] {
  const isClear = hasSecretShape(text);
  return valueSpans('', text).filter(
    ({ start, end }) => isClear || /=\s*["']?$/.test(text.slice(0, start)) || !WORDS.test(text.slice(start, end)),
  );
}
