import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { gatewayWith, greeted, memory } from '../support/gateway-with.ts';
import { hasRedis, startRedis } from './support/redis.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const one = { name: 'one', server: { command: process.execPath, args: [program, 'legacy', 'one'] } };

describe.skipIf(!hasRedis)('a store that loses its data while gateways run (redis-server)', () => {
  test('does not make them accept a tool that changed, nor gateways that start later', async () => {
    const redis = await startRedis();
    onTestFinished(async () => redis.close());
    const open = async () => {
      const state = await openState(redis.url);
      onTestFinished(async () => state.close());
      return { state, pins: state.values('pins', memory()) };
    };
    const { state, pins } = await open();
    const gateway = gatewayWith([one], { state, cache: state.values('lists', memory()), pins });
    const client = await greeted(gateway);
    const names = async (of = client): Promise<string[]> => {
      const { tools } = (await of.request('tools/list')).result as { tools: readonly { name: string }[] };
      return tools.map(({ name }) => name);
    };
    expect(await names()).toContain('mcp_one_about');
    await redis.command('FLUSHALL');
    await client.request('tools/call', { name: 'mcp_one_rewrite', arguments: {} });
    await expect.poll(async () => names()).not.toContain('mcp_one_about');
    const later = await open();
    const other = await greeted(gatewayWith([one], { state: later.state, cache: memory(), pins: later.pins }));
    // Its process has the first definition, which is the accepted one.
    expect(await names(other)).toContain('mcp_one_about');
  });
});
