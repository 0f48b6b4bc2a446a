import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Advice } from '../../src/opencode/advice.ts';
import { allTools } from '../../src/opencode/tools/all-tools.ts';
import { EnabledToolsets } from '../../src/opencode/toolset.ts';
import { type InProcess, startInProcess } from './support/in-process.ts';
import type { Wire } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

let world: World;
const started: InProcess[] = [];

beforeAll(async () => {
  world = await makeWorld();
});

afterAll(async () => {
  for (const { app } of started) await app.close();
  await world.model.close();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<InProcess> {
  // None of these needs OpenCode itself.
  const server = await startInProcess(world, { OPENCODE_AUTO_START: 'false', ...env });
  started.push(server);
  return server;
}

const namesIn = (text: string): string[] => [...text.matchAll(/opencode_[a-z_]+/g)].map(([name]) => name);

describe('the list of tools', () => {
  it.each([
    ['core', 16_000],
    ['all', 45_000],
  ])('of %s takes at most %i bytes', async (toolsets, most) => {
    const { peer } = await start({ OPENCODE_MCP_TOOLSETS: toolsets });
    const size = Buffer.byteLength(JSON.stringify(await peer.request('tools/list')));
    expect(size).toBeLessThanOrEqual(most);
  });

  it('changes once for each switch', async () => {
    const { peer } = await start();
    const count = (): number =>
      peer.notifications.filter(({ method }: Wire) => method === 'notifications/tools/list_changed').length;
    const before = count();
    await peer.call('opencode_toolset_enable', { toolset: 'config' });
    await peer.call('opencode_toolset_enable', { toolset: 'config' });
    expect(count() - before).toBe(1);
    const { tools } = (await peer.request('tools/list')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('opencode_config_get');
  });

  it('marks what can destroy something', async () => {
    const { peer } = await start({ OPENCODE_MCP_TOOLSETS: 'all' });
    const { tools } = (await peer.request('tools/list')) as { tools: { name: string; annotations: object }[] };
    for (const name of ['opencode_worktree', 'opencode_instance_reload', 'opencode_run'])
      expect(tools.find((tool) => tool.name === name)?.annotations).toMatchObject({ destructiveHint: true });
  });
});

describe('a tool that is switched off', () => {
  it('says which toolset to switch on', async () => {
    const { peer } = await start();
    const { isError, data } = await peer.call('opencode_worktree', { action: 'list' });
    expect({ isError, data }).toMatchObject({ isError: true, data: { code: 'TOOL_DISABLED' } });
    expect(data['suggestions'][0]).toContain('opencode_toolset_enable with toolset files');
  });

  it('is only suggested together with the way to switch it on', async () => {
    const { peer } = await start({ OPENCODE_MCP_TOOLSETS: 'files' });
    const { data } = await peer.call('opencode_file_list', { path: 'x', surprise: 1 });
    expect(data['code']).toBe('INVALID_INPUT');
    const off = await peer.call('opencode_run', { prompt: 'x' });
    expect(off.data).toMatchObject({ code: 'TOOL_DISABLED' });
    const suggestions = ['Set a key with opencode_auth_set.', 'Call opencode_status.'];
    expect(new Advice(new EnabledToolsets(['core']), false).usable(suggestions)).toEqual([
      'Set a key with opencode_auth_set. (First enable config with opencode_toolset_enable.)',
      'Call opencode_status.',
    ]);
    expect(new Advice(new EnabledToolsets(['core']), true).usable(suggestions)).toEqual(['Call opencode_status.']);
  });
});

describe('a name that is almost right', () => {
  it('of a tool, a toolset or an argument gets the right one', async () => {
    const { peer } = await start();
    const { error } = await peer.begin('tools/call', { name: 'opencode_rn', arguments: {} }).answer;
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('opencode_run') });
    const toolset = await peer.call('opencode_toolset_enable', { toolset: 'flies' });
    expect(toolset.data).toMatchObject({ code: 'INVALID_INPUT' });
    expect(toolset.data['suggestions'][0]).toBe('Did you mean files?');
    const argument = await peer.call('opencode_run', { prompt: 'x', waitSecond: 3 });
    expect(argument.data['suggestions'][0]).toContain('waitSeconds');
    const level = await peer.call('opencode_run', { prompt: 'x', access: 'readonly' });
    expect(level.data['suggestions'][0]).toContain('read-only');
  });
});

describe('arguments that would have no effect', () => {
  const sessionId = 'ses_1';
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['opencode_run', { prompt: 'x', sessionId, worktree: true }, 'worktree'],
    ['opencode_run', { prompt: 'x', sessionId, title: 'New' }, 'title'],
    ['opencode_run', { prompt: 'x', budget: {} }, 'budget'],
    ['opencode_session_prompt', { sessionId, prompt: 'x', noReply: true, model: 'a/b' }, 'model'],
    [
      'opencode_session_prompt',
      { sessionId, prompt: 'x', noReply: true, access: 'ask', budget: { tokens: 1 } },
      'budget',
    ],
    ['opencode_request_reply', { requestId: 'per_1', reply: 'once', answers: [['a']] }, 'answers'],
    ['opencode_request_reply', { requestId: 'per_1', reply: 'once', message: 'No' }, 'message'],
    ['opencode_request_reply', { requestId: 'que_1', reply: 'always', answers: [['a']] }, 'reply'],
    ['opencode_request_reply', { requestId: 'que_1', reply: 'reject', message: 'No' }, 'message'],
    ['opencode_worktree', { action: 'list', path: '/x' }, 'path'],
    ['opencode_worktree', { action: 'create', force: true }, 'force'],
    ['opencode_worktree', { action: 'merge', path: '/x', name: 'y' }, 'name'],
    [
      'opencode_mcp_add',
      { name: 'x', config: { type: 'remote', url: 'http://x' }, persist: false, scope: 'global' },
      'scope',
    ],
    ['opencode_tui', { action: 'open-help', text: 'x' }, 'text'],
    ['opencode_tui', { action: 'append-prompt', text: 'x', variant: 'error' }, 'variant'],
    ['opencode_toolset_list', { directory: '/x' }, 'directory'],
  ])('are refused: %s %j', async (name, args, unused) => {
    const { peer } = await start({ OPENCODE_MCP_TOOLSETS: 'all' });
    const { data } = await peer.call(name, args);
    expect(data).toMatchObject({ code: 'INVALID_INPUT', error: expect.stringContaining(unused) });
  });

  it('are fine as long as they say what holds anyway', async () => {
    const { peer } = await start({ OPENCODE_MCP_TOOLSETS: 'all' });
    const args = { prompt: 'x', sessionId, worktree: false, files: [], maxChars: 20_000 };
    expect((await peer.call('opencode_run', args)).data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
    const toast = { action: 'open-help', variant: 'info' };
    expect((await peer.call('opencode_tui', toast)).data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
  });
});

describe('read-only', () => {
  it('names no tool that it does not offer', async () => {
    const { peer } = await start({ OPENCODE_MCP_READ_ONLY: 'true', OPENCODE_MCP_TOOLSETS: 'all' });
    const { tools } = (await peer.request('tools/list')) as { tools: { name: string }[] };
    const offered = new Set(tools.map(({ name }) => name));
    const { instructions } = (await peer.open()) as { instructions: string };
    expect(namesIn(instructions).filter((name) => !offered.has(name))).toEqual([]);
    expect(await peer.request('prompts/list')).toMatchObject({ prompts: [] });
    const { data } = await peer.call('opencode_run', { prompt: 'x' });
    expect(data).toMatchObject({ code: 'TOOL_DISABLED' });
    expect(namesIn(JSON.stringify(data['suggestions']))).toEqual([]);
  });

  it('offers what only reads', () => {
    expect(allTools.filter(({ annotations }) => annotations.readOnlyHint).length).toBeGreaterThan(15);
  });
});
