import { expect, test } from 'vitest';
import { UpstreamLink, type UpstreamRequest } from '../../../src/gateway/upstream/upstream-link.ts';
import type { RawLink } from '../../../src/runtime/connect/raw-link.ts';
import type { Connection } from '../../../src/runtime/connection.ts';

const limits = { inFlight: 8, inFlightPerClient: 8, waitingPerClient: 8, bytesPerClient: 1000 };

function request(): UpstreamRequest {
  const nothing = (): void => {};
  return {
    id: 0,
    deadline: Infinity,
    client: 'c',
    size: 1,
    textFor: String,
    settle: nothing,
    progress: nothing,
    fail: nothing,
  };
}

test('a request may wait for others only if the server has something to do already', async () => {
  const sent: unknown[] = [];
  const raw = {
    isBehind: false,
    info: {},
    closed: new Promise<never>(() => {}),
    attach: () => {},
    subscribe: () => {},
    send: (...words: unknown[]) => sent.push(words),
  };
  const connection = { ready: async () => raw as unknown as RawLink } as Connection<RawLink>;
  const nothing = (): void => {};
  const hooks = { onConnected: nothing, onRequest: nothing, onNotification: nothing };
  const link = new UpstreamLink(connection, { ...hooks, onBadMessage: nothing, onFault: nothing }, limits);
  await link.connect();
  link.send(request());
  link.send(request());
  expect(sent).toEqual([
    ['1', 1, false],
    ['2', 2, true],
  ]);
});
