import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { IsolationOptions } from '../../../src/gateway/upstream/isolation-options.ts';
import { bearer, frontWithTokens, initializeAs, memoryTokens } from '../auth/support/tokens.ts';
import { ask, listen, type Message, modern, TOKEN } from '../http/support/visitor.ts';
import { gatewayWith, memory, type Tested } from '../support/gateway-with.ts';

const programs = {
  tasking: fileURLToPath(new URL('../servers/tasking.mjs', import.meta.url)),
  talkative: fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url)),
};

async function stage(isolation: IsolationOptions, program: keyof typeof programs = 'tasking', era = 'modern') {
  const store = memoryTokens();
  const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
  const server = { command: process.execPath, args: [programs[program], era, 'one'] };
  const gateway = gatewayWith([{ name: 'one', server }], { isolation, pins: memory() });
  const door = await frontWithTokens(gateway, store);
  const begin = async (token: string): Promise<Message> => {
    const { headers, body } = modern('tools/call', { name: 'mcp_one_work', arguments: {} });
    const message = body as Message;
    message.params['_meta']['io.modelcontextprotocol/clientCapabilities'] = {
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    };
    const { json } = await ask(door, { headers: { ...headers, ...bearer(token) }, body });
    return json.error ?? json.result.taskId;
  };
  return { gateway, door, alice, bob, begin };
}

const linksOf = (gateway: Tested): number => gateway.health().servers[0]?.links ?? 0;

describe('a server with one process per user', () => {
  it('has one for each, and the shared one for the local user', async () => {
    const { gateway, alice, bob, begin } = await stage({ servers: { one: 'user' } });
    // Every process counts its own tasks.
    expect(await begin(alice)).toBe('task-1');
    expect(await begin(bob)).toMatch(/^task-1-/);
    expect(await begin(TOKEN)).toMatch(/^task-1-/);
    expect(await begin(alice)).toBe('task-2');
    expect(linksOf(gateway)).toBe(3);
  });

  it('is shared unless it is configured otherwise', async () => {
    for (const isolation of [
      {},
      { default: 'user', servers: { one: 'shared' } },
      { servers: { other: 'user' } },
    ] as const) {
      const { gateway, alice, bob, begin } = await stage(isolation);
      expect([await begin(alice), await begin(bob)]).toEqual(['task-1', 'task-2']);
      expect(linksOf(gateway)).toBe(1);
    }
  });

  it('stops the process of an idle user for another one, and rejects calls if none is idle', async () => {
    const { gateway, door, alice, bob, begin } = await stage({ default: 'user', processes: 1 });
    await begin(alice);
    expect(await begin(bob)).toMatch(/^task-1/);
    await expect.poll(() => linksOf(gateway)).toBe(1);
    const { door: busy, alice: first, bob: second } = await stage({ default: 'user', processes: 1 }, 'talkative');
    const slow = modern('tools/call', { name: 'mcp_one_endless', arguments: {} });
    const meta = (slow.body as Message).params['_meta'];
    meta.progressToken = 1;
    const stream = await listen(busy, { headers: { ...slow.headers, ...bearer(first) }, body: slow.body });
    const call = modern('tools/call', { name: 'mcp_one_echo', arguments: {} });
    const refused = await ask(busy, { headers: { ...call.headers, ...bearer(second) }, body: call.body });
    expect(refused.json.error).toMatchObject({ code: -32_000, data: { reason: 'too-many-processes' } });
    stream.drop();
    expect(door.url).not.toBe(busy.url);
  });

  it('does not stop the process of a user whose first call waits for the comparison of its tools', async () => {
    const { alice, bob, begin } = await stage({ default: 'user', processes: 1 });
    // The tools are known, but not those of other processes.
    await begin(TOKEN);
    const outcomes = await Promise.all([begin(alice), begin(bob)]);
    expect(outcomes).toContainEqual(expect.stringMatching(/^task-1-/));
    expect(outcomes).toContainEqual(expect.objectContaining({ data: { reason: 'too-many-processes' } }));
  });

  it('sends its messages to the sessions of its user only', async () => {
    const { door, alice, bob } = await stage({ default: 'user' }, 'talkative', 'legacy');
    const [hers, his] = [await initializeAs(door, alice, '2025-11-25'), await initializeAs(door, bob, '2025-11-25')];
    const call = (name: string): object => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {} },
    });
    await ask(door, { headers: his, body: call('mcp_one_echo') });
    const answer = await ask(door, { headers: hers, body: call('mcp_one_log') });
    expect(answer.text).toContain('notifications/message');
  });
});
