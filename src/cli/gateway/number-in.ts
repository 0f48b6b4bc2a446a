import type { Complaints } from './serve-flags.ts';

/** The value of an option as a number of 0 or more; anything else is reported. */
export function numberIn(text: string, option: string, command: Complaints): number {
  const number = Number(text);
  if (!(number >= 0) || !Number.isFinite(number)) command.error(`error: ${option} must be a number of 0 or more`);
  return number;
}
