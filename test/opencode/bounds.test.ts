import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type InProcess, startInProcess } from './support/in-process.ts';
import type { ToolAnswer } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let world: World;
let server: InProcess;

beforeAll(async () => {
  world = await makeWorld();
  server = await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' });
  await server.peer.call('opencode_status');
}, 120_000);

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

/** A call whose answer is within its bound, both forms of it counted. */
async function call(name: string, args: { maxChars?: number } & Record<string, unknown>): Promise<ToolAnswer['data']> {
  const { data, content, structured } = await server.peer.call(name, args);
  const size = (content[0]?.text.length ?? 0) + JSON.stringify(structured ?? {}).length;
  expect({ name, size, fits: size <= (args.maxChars ?? 20_000) }).toMatchObject({ fits: true });
  return data;
}

const bash = (command: string) => ({ tool: 'bash', arguments: { command, description: 'Do it' } });

describe('answers are bounded', () => {
  it('with very many changed files, which come by directory and in pages', async () => {
    const directory = world.newProject();
    const make =
      'for d in a b c; do mkdir -p src/$d; for i in $(seq 1 300); do echo $i > src/$d/file-$i.txt; done; done';
    writeFileSync(join(directory, 'make.sh'), make);
    world.model.script('many', bash('sh make.sh'), { text: 'Made.' });
    const data = await call('opencode_run', { prompt: '[[many]]', access: 'full', directory });
    expect(data).toMatchObject({ status: 'completed', answer: 'Made.', changes: { files: 900, additions: 900 } });
    expect(data['changes'].directories).toContainEqual({
      directory: 'src/a',
      files: 300,
      additions: 300,
      deletions: 0,
    });
    const { sessionId } = data;
    await call('opencode_session_status', { sessionIds: [sessionId], maxChars: 3000 });
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await call('opencode_session_diff', { sessionId, maxChars: 60_000, ...(cursor ? { cursor } : {}) });
      for (const { file } of page['files']) seen.add(file);
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    expect(seen.size).toBe(900);
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
