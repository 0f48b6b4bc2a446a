import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reportStates } from '../../../src/cli/gateway/tell-states.ts';
import type { CommandContext } from '../../../src/cli/program/command-context.ts';
import type { GatewayEvent } from '../../../src/gateway/session/session.ts';
import { gatewayWith, greeted, memory } from '../support/gateway-with.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const one = { name: 'one', server: { command: process.execPath, args: [program, 'legacy', 'one'] } };

it('tools whose accepted definitions cannot be read are withheld for that reason, and only until they can', async () => {
  const kept = memory();
  let isAway = true;
  const orReject = async <T>(work: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(new Error('The shared state cannot be reached.')) : work();
  const pins = {
    read: async (key: string) => orReject(async () => kept.read(key)),
    write: async (key: string, value: unknown) => orReject(async () => kept.write(key, value)),
  };
  const gateway = gatewayWith([one], { pins });
  const events: GatewayEvent[] = [];
  gateway.onEvent((event) => events.push(event));
  const told: string[] = [];
  reportStates(gateway, { output: { talk: (text: string) => told.push(text) } } as unknown as CommandContext);
  const client = await greeted(gateway);
  const about = async () => client.request('tools/call', { name: 'mcp_one_about', arguments: {} });
  expect((await about()).error).toMatchObject({
    code: -32_000,
    data: { server: 'one', tool: 'about', reason: 'definition-unverified', retryable: true },
  });
  expect(events).toContainEqual(expect.objectContaining({ kind: 'quarantine', server: 'one', isUnverified: true }));
  expect(told.join('\n')).toContain('one: it cannot be read which tools were accepted');
  expect(told.join('\n')).not.toContain('changed');
  isAway = false;
  expect((await about()).error).toBeUndefined();
});
