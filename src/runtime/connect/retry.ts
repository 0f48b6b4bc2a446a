import type { Failure } from '../types.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** Exponential backoff with jitter over half of the delay, so that many clients do not reconnect at the same moment. */
export function delayBefore(attempt: number, random: () => number): number {
  const most = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return Math.round(most / 2 + (most / 2) * random());
}

/** Whether a retry can succeed. Timeouts are not retried: a hanging server has used up the time of all attempts. */
export function isWorthRetrying({ kind, status = 0, exitCode }: Failure): boolean {
  if (kind === 'http-status') return status >= 500 || [408, 425, 429].includes(status);
  // Exit codes of a shell: command not executable, command not found.
  if (kind === 'exited') return exitCode !== 126 && exitCode !== 127;
  return kind === 'unreachable';
}
