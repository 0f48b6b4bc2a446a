import type { Failure } from '../types.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** Doubles every time; half of it is left to chance, so that many do not come back at the same moment. */
export function delayBefore(attempt: number, random: () => number): number {
  const most = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return Math.round(most / 2 + (most / 2) * random());
}

/** Whether the same attempt may go better in a while. A server that hangs has used up the time of all attempts. */
export function isWorthRetrying({ kind, status = 0, exitCode }: Failure): boolean {
  if (kind === 'http-status') return status >= 500 || [408, 425, 429].includes(status);
  // A shell has not found, or may not run, what it was told to.
  if (kind === 'exited') return exitCode !== 126 && exitCode !== 127;
  return kind === 'unreachable';
}
