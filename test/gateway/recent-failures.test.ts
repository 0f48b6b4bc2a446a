import { expect, test } from 'vitest';
import type { ConnectionState } from '../../src/runtime/types.ts';
import { ours } from '../runtime/support/managed.ts';
import { gatewayWith, greeted, namesIn } from './support/gateway-with.ts';

const FOREVER = 1_000_000;

test('the first list does not wait for a server that failed a moment ago', async () => {
  const failures = { recall: async () => ({ at: new Date() }), observe: () => {} };
  const silent = ours('silent', { timeout: FOREVER / 1000 });
  const client = await greeted(gatewayWith([silent], { failures, limits: { firstListMs: FOREVER, helloMs: 1 } }));
  expect(namesIn(await client.request('tools/list'))).toEqual([]);
});

test('the result of each connection is recorded', async () => {
  const states: ConnectionState['name'][] = [];
  const failures = {
    recall: async () => undefined,
    observe: ({ state }: { state: ConnectionState }) => void states.push(state.name),
  };
  const client = await greeted(gatewayWith([ours('silent', { timeout: 1, retries: 3 })], { failures }));
  await client.request('tools/list');
  expect(states.slice(0, 2)).toEqual(['connecting', 'failed']);
});
