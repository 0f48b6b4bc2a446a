import { cut } from '../output/server-labels.ts';

/** More than a user reads at a terminal; a server can send any amount. */
const MAX_LENGTH = 4000;

/** A text field of a request, or an empty text if it is not a string. */
export function textIn(question: Readonly<Record<string, unknown>>, name: string): string {
  const value = question[name];
  return typeof value === 'string' ? cut(value, MAX_LENGTH) : '';
}
