import { onTestFinished } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import type { Access } from '../../../src/runtime/connect/http/access.ts';
import type { RawLink, RawMessage } from '../../../src/runtime/connect/raw-link.ts';
import { openRaw } from '../../../src/runtime/connect/session/open-session.ts';
import { createWatchdog } from '../../../src/runtime/connect/session/watchdog.ts';
import { resolveServer } from '../../../src/runtime/values/resolve-server.ts';
import { until } from './processes.ts';

export interface RawPeer {
  readonly link: RawLink;
  /** Exactly what the server has said; of what was parsed on the way, what it says now. */
  readonly heard: string[];
  /** The answer to a request, as it was written. */
  ask(method: string, params?: object): Promise<string>;
  /** Sends a request without waiting; gives its id. */
  begin(method: string, params?: object): number;
  answer(id: number): Promise<string>;
}

const clientInfo = { name: 'plugboard-test', version: '0' };

/** Whoever has to do with all messages of a server itself. */
export async function rawTo(url: string, more: Server = {}, access?: Access): Promise<RawPeer> {
  const env = {};
  const resolution = await resolveServer({ name: 'remote', server: { url, ...more } }, { env });
  const options = {
    clientInfo,
    timeoutMs: 5000,
    platform: 'linux',
    watchdog: createWatchdog(),
    childEnvironment: () => ({}),
    ...(access && { access }),
  } as const;
  const link = await openRaw(resolution, options, { clientInfo, capabilities: {} });
  onTestFinished(async () => link.close());
  const heard: string[] = [];
  const waiting = new Set<number>();
  const idOf = (text: string): unknown => (JSON.parse(text) as RawMessage)['id'];
  const take = (text: string): boolean => {
    heard.push(text);
    waiting.delete(idOf(text) as number);
    return true;
  };
  link.attach({
    onText: take,
    onMessage: (message) => void take(JSON.stringify(message)),
    isWaiting: (id) => waiting.has(id),
    onDrain: () => {},
  });
  let lastId = 0;
  const peer: RawPeer = {
    link,
    heard,
    begin(method, params = {}) {
      lastId += 1;
      waiting.add(lastId);
      link.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }), lastId);
      return lastId;
    },
    async answer(id) {
      await until(() => !waiting.has(id), `the answer to ${id}`);
      return heard.find((text) => idOf(text) === id) ?? '';
    },
    ask: async (method, params) => peer.answer(peer.begin(method, params)),
  };
  return peer;
}
