import { fileURLToPath } from 'node:url';
import { post, type TeamAnswer } from '../../test/gateway/team/support/team-client.ts';

export const waitingServer = {
  waiting: {
    command: process.execPath,
    args: [fileURLToPath(new URL('../../bench/team/programs/waiting.mjs', import.meta.url))],
  },
};

/** What became of one call. */
export interface Outcome {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: number;
  /** The call was answered with an error that says to send it again. */
  readonly isRetryable: boolean;
  readonly isOk: boolean;
}

let lastId = 0;

export async function legacyCall(port: number, session: string, ms = 0): Promise<Outcome> {
  lastId += 1;
  const params = { name: 'wait', arguments: { ms } };
  return outcomeOf(post(port, { session, body: { jsonrpc: '2.0', id: lastId, method: 'tools/call', params } }));
}

export async function modernCall(port: number, ms = 0): Promise<Outcome> {
  lastId += 1;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'wait', arguments: { ms }, _meta: meta };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'wait' };
  return outcomeOf(post(port, { headers, body: { jsonrpc: '2.0', id: lastId, method: 'tools/call', params } }));
}

async function outcomeOf(answering: Promise<TeamAnswer>): Promise<Outcome> {
  const startedAt = performance.now();
  const answer = await answering.catch(() => undefined);
  return {
    startedAt,
    endedAt: performance.now(),
    status: answer?.status ?? 0,
    isRetryable: answer?.json?.error?.data?.retryable === true,
    isOk: answer?.status === 200 && answer.json?.result !== undefined,
  };
}

/** Calls in a steady stream until stopped. */
export function stream(perSecond: number, call: (index: number) => Promise<Outcome>): { stop(): Promise<Outcome[]> } {
  const all: Promise<Outcome>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    while (all.length < due) all.push(call(all.length));
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      return Promise.all(all);
    },
  };
}

/** Runs `work` this often, some at a time. */
export async function inParallel<T>(count: number, atOnce: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return results;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
