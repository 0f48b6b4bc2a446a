import { createServer } from 'node:http';
import { ConnectionError } from '../../src/runtime/connect/errors.ts';
import { openRaw, openSession } from '../../src/runtime/connect/session/open-session.ts';
import { createWatchdog } from '../../src/runtime/connect/session/watchdog.ts';
import { hostileServer } from '../handshake/server.ts';
import { Random } from '../random.ts';
import type { FuzzTarget } from '../target.ts';

const SECRET = 'canary-5d41402abc4b2a76b9719d911017c592';
const TIMEOUT_MS = 10_000;
/** Concurrent attempts. */
const BATCH = 8;
/** Streams may be resumed once per second. An attempt that hangs instead sends no requests. */
const LEAST_RESUMPTIONS = 4;
const clientInfo = { name: 'fuzz', version: '0' };

/** Connects to a server whose responses are hardly HTTP. */
export const httpHandshake: FuzzTarget = {
  name: 'HTTP handshake',
  promise:
    'Whatever a server by address answers to the first requests, the attempt ends before its time limit with a connection or ' +
    'a named failure unless the server lets it resume a stream until then, requests stay what they are, no other origin is ' +
    'contacted, and the log shows no secret.',
  runsInTests: 100,
  async attack(runs, seed) {
    const random = new Random(seed);
    const failures: string[] = [];
    const figures: Record<string, number> = { connected: 0 };
    const stranger = createServer(() => failures.push('another origin was contacted'));
    const port = await new Promise<number>((done) => {
      stranger.listen(0, '127.0.0.1', () => done((stranger.address() as { port: number }).port));
    });
    const server = await hostileServer(random, `http://127.0.0.1:${port}/mcp`);
    let tried = 0;
    try {
      for (; tried < runs && failures.length === 0; tried += BATCH) {
        const before = server.requests;
        const ends = await Promise.all(
          Array.from({ length: BATCH }, async (_, index) => attempt(server.url, index % 2 === 0)),
        );
        for (const { kind, texts } of ends) {
          figures[kind] = (figures[kind] ?? 0) + 1;
          const isResumed = kind === 'timeout' && server.requests - before > BATCH + LEAST_RESUMPTIONS;
          if ((kind === 'timeout' && !isResumed) || kind === 'other') failures.push(`${kind}: ${texts.join('\n')}`);
          if (texts.join('\n').includes(SECRET)) failures.push(`a secret was told: ${texts.join('\n')}`);
        }
      }
    } finally {
      await server.close();
      stranger.close();
    }
    failures.push(...server.faults);
    return { runs: tried, figures: { ...figures, requests: server.requests }, failures };
  },
};

/** The outcome of one attempt, and all its messages. */
async function attempt(url: string, isRaw: boolean): Promise<{ kind: string; texts: string[] }> {
  const texts: string[] = [];
  const options = {
    clientInfo,
    timeoutMs: TIMEOUT_MS,
    platform: 'linux',
    watchdog: createWatchdog(),
    childEnvironment: () => ({}),
    log: (_: string, message: string) => void texts.push(message),
    maxMessageBytes: 64 * 1024,
  } as const;
  const headers = { authorization: `Bearer ${SECRET}` };
  const resolution = {
    server: { transport: 'http', args: [], env: {}, url, headers },
    problems: [],
    secrets: [SECRET],
  } as const;
  try {
    const link = isRaw
      ? await openRaw(resolution, options, { clientInfo, capabilities: {} })
      : await openSession(resolution, options);
    await link.close();
    return { kind: 'connected', texts };
  } catch (error) {
    texts.push(error instanceof Error ? error.message : String(error));
    return { kind: error instanceof ConnectionError ? error.failure.kind : `not a failure: ${String(error)}`, texts };
  }
}
