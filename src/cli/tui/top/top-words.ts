import type { Theme } from '../theme.ts';
import type { TopServer, TopState } from './top-server.ts';

type Paint = Parameters<Theme['paint']>[0];

interface StateWords {
  readonly mark: string;
  readonly plainMark: string;
  readonly style: Paint;
  readonly words: string;
}

export const topStates: Readonly<Record<TopState, StateWords>> = {
  ready: { mark: '✓', plainMark: '+', style: 'green', words: 'ready' },
  connecting: { mark: '…', plainMark: '~', style: 'cyan', words: 'connecting' },
  idle: { mark: '·', plainMark: '.', style: 'dim', words: 'not connected' },
  backoff: { mark: '!', plainMark: '!', style: 'yellow', words: 'retrying' },
  failed: { mark: '✗', plainMark: 'x', style: 'red', words: 'failed' },
  'needs-approval': { mark: '!', plainMark: '!', style: 'yellow', words: 'needs approval' },
  denied: { mark: '✗', plainMark: 'x', style: 'red', words: 'denied' },
  'needs-sign-in': { mark: '!', plainMark: '!', style: 'yellow', words: 'needs sign-in' },
  off: { mark: '·', plainMark: '.', style: 'dim', words: 'disabled' },
};

export function stateInWords({ state, when }: TopServer, now: Date): string {
  const { words } = topStates[state];
  if (!when) return words;
  const seconds = Math.round((now.getTime() - when.getTime()) / 1000);
  if (state === 'ready') return `${words}, ${duration(seconds)}`;
  return state === 'backoff' && seconds < 0 ? `${words} in ${duration(-seconds)}` : words;
}

/** A short, rounded duration. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

export function pingInWords(ms: number | undefined): string {
  if (ms === undefined) return '';
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `7 servers, 4 ready, 1 failed`, with the servers that wait for the user last. */
export function countsInWords(servers: readonly TopServer[]): string {
  const count = (...states: readonly TopState[]): number =>
    servers.filter(({ state }) => states.includes(state)).length;
  const parts = [
    [count('ready'), 'ready'],
    [count('failed', 'backoff'), 'failed'],
    [count('needs-approval', 'needs-sign-in'), 'waiting'],
  ] as const;
  const all = `${servers.length} ${servers.length === 1 ? 'server' : 'servers'}`;
  return [all, ...parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`)].join(', ');
}
