import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allTools } from '../../src/opencode/tools/all-tools.ts';
import { isDeep } from '../support/deep.ts';
import { long, makeBigWorld } from './support/big-world.ts';
import { type InProcess, startInProcess } from './support/in-process.ts';
import { asAnswer, type ToolAnswer } from './support/peer.ts';
import type { World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let world: World;
let server: InProcess;

beforeAll(async () => {
  world = await makeBigWorld();
  server = await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' });
  await server.peer.call('opencode_status');
}, 120_000);

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

type Arguments = Readonly<Record<string, unknown>>;

/** A call whose result is within its bound, everything in it counted. */
async function call(name: string, args: Arguments): Promise<ToolAnswer['data']> {
  const result = await server.peer.request('tools/call', { name, arguments: args });
  const size = JSON.stringify(result).length;
  const most = Number(args['maxChars'] ?? 20_000);
  expect({ name, most, size, fits: size <= most, result }).toMatchObject({ fits: true });
  const text = (result['content'] as { text: string }[])[0]?.text ?? '';
  return text.startsWith('{') ? asAnswer(result).data : (result['structuredContent'] as ToolAnswer['data']);
}

const bash = (command: string) => ({ tool: 'bash', arguments: { command, description: 'Do it' } });

describe('answers are bounded', () => {
  it('with very many changed files, which come by directory and in pages', async () => {
    const directory = world.newProject();
    const make =
      'for d in a b c; do mkdir -p src/$d; for i in $(seq 1 50); do echo $i > src/$d/file-$i.txt; done; done';
    writeFileSync(join(directory, 'make.sh'), make);
    world.model.script('many', bash('sh make.sh'), { text: 'Made.' });
    const data = await call('opencode_run', { prompt: '[[many]]', access: 'full', directory });
    expect(data).toMatchObject({ status: 'completed', answer: 'Made.', changes: { files: 150, additions: 150 } });
    expect(data['changes'].directories).toContainEqual({
      directory: 'src/a',
      files: 50,
      additions: 50,
      deletions: 0,
    });
    const { sessionId } = data;
    await call('opencode_session_status', { sessionIds: [sessionId], maxChars: 3000 });
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await call('opencode_session_diff', { sessionId, maxChars: 15_000, ...(cursor ? { cursor } : {}) });
      for (const { file } of page['files']) seen.add(file);
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    expect(seen.size).toBe(150);
    await call('opencode_session_diff', { sessionId, view: 'patch' });
    await call('opencode_vcs_diff', { directory, maxChars: 5000 });
  });

  it('with long inputs of tools, and a long request, which is read in pages', async () => {
    const content = 'A "quoted" line\n'.repeat(12_500);
    const filePath = join(world.project, 'long.txt');
    world.model.script('long', { tool: 'write', arguments: { filePath, content } }, { text: 'Written.' });
    const data = await call('opencode_run', { prompt: '[[long]]', access: 'ask' });
    expect(data).toMatchObject({ status: 'waiting_input', requests: [{ permission: 'edit' }] });
    const { sessionId, requests } = data;
    let text = '';
    let cursor: string | undefined = requests[0].nextCursor;
    while (cursor !== undefined) {
      const page: ToolAnswer['data'] = await call('opencode_request_list', { cursor, maxChars: 80_000 });
      text += page['requests'][0].details;
      cursor = page['nextCursor'];
    }
    expect(JSON.parse(text).diff.match(/\+A "quoted" line/g)).toHaveLength(12_500);
    await call('opencode_session_status', { sessionIds: [sessionId], maxChars: 2000 });
    await server.peer.call('opencode_request_reply', { requestId: requests[0].requestId, reply: 'once' });
    await call('opencode_session_status', { sessionIds: [sessionId], waitSeconds: 60 });
    for (const detail of ['text', 'tools', 'full'])
      for (const maxChars of [2000, 20_000]) await call('opencode_session_messages', { sessionId, detail, maxChars });
  });

  it('with a long file and a long answer', async () => {
    mkdirSync(join(world.project, 'data'), { recursive: true });
    writeFileSync(join(world.project, 'data/big.txt'), '"\\\n'.repeat(100_000));
    const page = await call('opencode_file_read', { path: 'data/big.txt' });
    expect(page['truncated']).toBe(true);
    world.model.script('talk', { text: '"quote"\n'.repeat(20_000) });
    expect(await call('opencode_run', { prompt: '[[talk]]', maxChars: 1000 })).toMatchObject({ truncated: true });
  });
});

describe('every tool holds maxChars', () => {
  // A tool that changes settings makes OpenCode read this large world again, for each size.
  const sizes = isDeep ? [200, 1000, 20_000] : [200, 20_000];
  let sessionId: string;
  let requestId: string;
  let busyId: string;
  let messageId: string;

  beforeAll(async () => {
    world.model.script('long-answer', { text: long.repeat(20) });
    world.model.script('long-ask', bash(`echo ${'x'.repeat(30_000)}`), { text: 'Done.' });
    const done = await call('opencode_run', { prompt: `[[long-answer]] ${long}`, title: 'T'.repeat(500) });
    ({ sessionId, messageId } = done as { sessionId: string; messageId: string });
    const asked = await call('opencode_run', { prompt: '[[long-ask]]', access: 'ask' });
    busyId = asked['sessionId'];
    requestId = asked['requests'][0].requestId;
    for (let left = 12; left > 0; left -= 1)
      await call('opencode_session_create', { parentId: sessionId, title: 'C'.repeat(300) });
    await call('opencode_config_update', { scope: 'project', patch: bigPatch });
  });

  const bigPatch = { command: { huge: { template: long.repeat(20), description: long } } };
  const skill = { name: 'huge', description: 'd'.repeat(1000), content: long };
  const mcp = { name: 'absent', config: { type: 'local', command: ['/no/such', long.repeat(10)] }, persist: false };
  /** What each tool is called with: the longest answer it can give, or a long failure. */
  const calls: Readonly<Record<string, () => Arguments>> = {
    opencode_run: () => ({ prompt: '[[long-answer]]' }),
    opencode_session_create: () => ({ title: 'T'.repeat(5000) }),
    opencode_session_prompt: () => ({ sessionId, prompt: '[[long-answer]]' }),
    opencode_session_status: () => ({ sessionIds: [sessionId, busyId] }),
    opencode_session_messages: () => ({ sessionId: busyId, detail: 'full' }),
    opencode_session_diff: () => ({ sessionId, messageId, view: 'patch' }),
    opencode_session_list: () => ({ roots: false, limit: 200 }),
    opencode_session_abort: () => ({ sessionId }),
    opencode_request_list: () => ({}),
    opencode_request_reply: () => ({ requestId, reply: 'once', answers: [[long]] }),
    opencode_file_read: () => ({ path: 'data/big.txt' }),
    opencode_file_search: () => ({ pattern: 'needle' }),
    opencode_find_files: () => ({ query: 'many', limit: 200 }),
    opencode_model_list: () => ({ limit: 200 }),
    opencode_agent_list: () => ({}),
    opencode_status: () => ({}),
    opencode_session_get: () => ({ sessionId }),
    opencode_session_update: () => ({ sessionId, title: 'U'.repeat(5000) }),
    opencode_session_delete: () => ({ sessionId: `ses_${'9'.repeat(5000)}` }),
    opencode_session_fork: () => ({ sessionId }),
    opencode_session_revert: () => ({ sessionId, messageId }),
    opencode_session_unrevert: () => ({ sessionId }),
    opencode_session_summarize: () => ({ sessionId, model: `stand-in/${'m'.repeat(5000)}` }),
    opencode_session_share: () => ({ sessionId }),
    opencode_session_unshare: () => ({ sessionId }),
    opencode_session_command: () => ({ sessionId, command: 'c'.repeat(5000) }),
    opencode_session_shell: () => ({ sessionId, command: 'cat data/big.txt', access: 'full' }),
    opencode_agent_delegate: () => ({ agent: 'plan', prompt: '[[long-answer]]' }),
    opencode_skill_list: () => ({}),
    opencode_skill_load: () => ({ name: 'skill-1' }),
    opencode_skill_create: () => skill,
    opencode_file_list: () => ({ path: 'src/many-1', limit: 1000 }),
    opencode_file_status: () => ({ limit: 1000 }),
    opencode_vcs_diff: () => ({}),
    opencode_find_symbols: () => ({ query: 'open' }),
    opencode_worktree: () => ({ action: 'merge', path: `/${'w'.repeat(5000)}` }),
    opencode_model_configure: () => ({ provider: 'stand-in', model: 'm'.repeat(5000), options: {} }),
    opencode_config_get: () => ({}),
    opencode_config_update: () => ({ scope: 'project', patch: bigPatch }),
    opencode_provider_list: () => ({}),
    opencode_auth_set: () => ({ provider: 'p'.repeat(5000), key: 'k'.repeat(20) }),
    opencode_auth_remove: () => ({ provider: 'p'.repeat(5000) }),
    opencode_permission_set: () => ({ tool: 't'.repeat(5000), action: 'ask' }),
    opencode_tool_configure: () => ({ tools: { ['t'.repeat(5000)]: true } }),
    opencode_mcp_list: () => ({}),
    opencode_mcp_add: () => mcp,
    opencode_mcp_remove: () => ({ name: 'n'.repeat(5000) }),
    opencode_mcp_enable: () => ({ name: 'n'.repeat(5000), enabled: true }),
    opencode_tool_list: () => ({}),
    opencode_command_list: () => ({ limit: 200 }),
    opencode_instance_reload: () => ({}),
    opencode_tui: () => ({ action: 'show-toast', text: long }),
    opencode_log_write: () => ({ message: 'Here' }),
    opencode_toolset_list: () => ({}),
    opencode_toolset_enable: () => ({ toolset: 'core' }),
  };

  it('and is in this table', () => {
    expect(Object.keys(calls)).toEqual(allTools.map(({ name }) => name));
  });

  it.each(Object.keys(calls))('%s', async (name) => {
    for (const maxChars of sizes) await call(name, { ...calls[name]?.(), maxChars });
  });

  it('and says what matters also in 1000 characters', async () => {
    const data = await call('opencode_run', { prompt: '[[long-answer]]', maxChars: 1000 });
    expect(data).toMatchObject({ status: 'completed', truncated: true, nextCursor: expect.any(String) });
    expect(data['answer'].length).toBeGreaterThan(50);
    const rest = { sessionId: data['sessionId'], cursor: data['nextCursor'], maxChars: 1000 };
    expect((await call('opencode_session_messages', rest))['messages'][0].text.length).toBeGreaterThan(50);
    expect((await call('opencode_agent_list', { maxChars: 1000 }))['agents'].length).toBeGreaterThan(0);
  });

  it.each(sizes)('at %i also when it refuses what it is given', async (maxChars) => {
    for (const { name } of allTools) {
      const data = await call(name, { ['x'.repeat(50_000)]: 1, maxChars });
      expect(data).toMatchObject({ code: 'INVALID_INPUT' });
    }
  });
});
