import { cut } from '../server-words.ts';

/** More than a person reads at a terminal; a server could send any amount. */
const LONGEST = 4000;

/** A text of a question, which may hold anything. */
export function textIn(question: Readonly<Record<string, unknown>>, name: string): string {
  const value = question[name];
  return typeof value === 'string' ? cut(value, LONGEST) : '';
}
