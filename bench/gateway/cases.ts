import type { CallCase } from './measure-calls.ts';

export interface NamedCase extends CallCase {
  readonly id: string;
  readonly title: string;
  readonly back: 'stdio' | 'http';
}

const small = { kind: 'echo', payload: 64, calls: 1000, callsAtOnce: 6000 } as const;

/** What is called, and how often. */
export const callCases: readonly NamedCase[] = [
  { ...small, id: 'stdio', title: 'One small server over stdio', back: 'stdio' },
  { ...small, id: 'http', title: 'One small server over HTTP', back: 'http' },
  {
    ...small,
    id: 'large',
    title: '64 KiB there and back, over stdio',
    back: 'stdio',
    payload: 65_536,
    calls: 600,
    callsAtOnce: 600,
  },
  {
    ...small,
    id: 'everything',
    title: 'A published server (server-everything)',
    back: 'stdio',
    kind: 'everything',
    calls: 300,
    callsAtOnce: 2000,
  },
];

export const serverCounts = [1, 10, 30] as const;
