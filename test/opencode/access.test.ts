import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../src/library/opencode.ts';
import { type InProcess, startInProcess } from './support/in-process.ts';
import type { Peer, ToolAnswer } from './support/peer.ts';
import { startProgram } from './support/program-peer.ts';
import { stampServer } from './support/tool-server.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let server: InProcess;
let peer: Peer;
let outside: string;

beforeAll(async () => {
  outside = realpathSync(mkdtempSync(join(homedir(), 'outside-')));
  writeFileSync(join(outside, 'secret.txt'), 'The secret of the other project');
  world = await makeWorld({ mcp: stampServer(outside) });
  server = await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' });
  peer = server.peer;
  await peer.call('opencode_status');
}, 120_000);

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

const run = async (args: object): Promise<ToolAnswer['data']> => (await peer.call('opencode_run', args)).data;
const offered = (): string[] =>
  world.model.requests.findLast(({ tools }) => tools)?.tools?.map((tool) => tool.function.name) ?? [];
const bash = (command: string) => ({ tool: 'bash', arguments: { command, description: 'Do it' } });

describe('access ask', () => {
  it('holds for subagents: one that would not ask is not offered', async () => {
    const task = { description: 'Sub', prompt: '[[sub]]', subagent_type: 'general' };
    world.model.script('main', { tool: 'task', arguments: task }, { text: 'Done.' });
    world.model.script('sub', bash('echo sub > unasked.txt'), { text: 'Sub done.' });
    await run({ prompt: '[[main]]', access: 'ask' });
    expect(offered()).not.toContain('task');
    expect(existsSync(join(world.project, 'unasked.txt'))).toBe(false);
  });

  it('lets a subagent work that asks by itself', async () => {
    const directory = world.newProject({ 'opencode.json': '{"permission": "ask"}' });
    const task = { description: 'Sub', prompt: '[[sub]]', subagent_type: 'general' };
    world.model.script('main', { tool: 'task', arguments: task }, { text: 'Done.' });
    let data = await run({ prompt: '[[main]]', access: 'ask', directory });
    expect(data['requests']).toMatchObject([{ permission: 'task' }]);
    const { sessionId } = data;
    await peer.call('opencode_request_reply', { requestId: data['requests'][0].requestId, reply: 'once' });
    data = (await peer.call('opencode_session_status', { sessionIds: [sessionId], waitSeconds: 60 })).data[
      'sessions'
    ][0];
    expect(data['requests']).toMatchObject([{ permission: 'bash' }]);
    expect(existsSync(join(directory, 'unasked.txt'))).toBe(false);
    await peer.call('opencode_session_abort', { sessionId });
  });

  it('does not let a command run as a subagent', async () => {
    const { data } = await peer.call('opencode_session_create', { access: 'ask' });
    const answer = await peer.call('opencode_session_command', { sessionId: data['sessionId'], command: 'review' });
    expect(answer.data).toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it('is not left by the arguments of a command', async () => {
    const { data } = await peer.call('opencode_session_create', { access: 'read-only' });
    const { sessionId } = data;
    const path = join(world.project, 'by-command.txt');
    const shell = { sessionId, command: 'init', arguments: `!\`touch ${path}\`` };
    expect((await peer.call('opencode_session_command', shell)).data).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(existsSync(path)).toBe(false);
    const before = world.model.requests.length;
    const file = { sessionId, command: 'init', arguments: `see @${join(outside, 'secret.txt')}` };
    expect((await peer.call('opencode_session_command', file)).data).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(world.model.requests).toHaveLength(before);
  });

  it.each(['fork', 'child'])('holds for a %s of the session', async (kind) => {
    const { sessionId } = await run({ prompt: 'Hello', access: 'read-only' });
    const { data } =
      kind === 'fork'
        ? await peer.call('opencode_session_fork', { sessionId })
        : await peer.call('opencode_session_create', { parentId: sessionId });
    await peer.call('opencode_session_prompt', { sessionId: data['sessionId'], prompt: 'Which tools?' });
    expect(offered()).toContain('read');
    expect(offered()).not.toContain('bash');
  });

  it('asks before a tool of an MCP server is used', async () => {
    const path = join(world.project, 'stamp.txt');
    world.model.script('stamp', { tool: 'stamps_stamp', arguments: { path } }, { text: 'Stamped.' });
    const data = await run({ prompt: '[[stamp]]', access: 'ask' });
    expect(data).toMatchObject({ status: 'waiting_input', requests: [{ permission: 'stamps_stamp' }] });
    expect(existsSync(path)).toBe(false);
    await peer.call('opencode_session_abort', { sessionId: data['sessionId'] });
    expect(await run({ prompt: '[[stamp]]', access: 'full' })).toMatchObject({ status: 'completed' });
    expect(existsSync(path)).toBe(true);
  });
});

describe('access edit', () => {
  it('holds for subagents: no commands, no tools of MCP servers', async () => {
    const task = { description: 'Sub', prompt: '[[edit-sub]]', subagent_type: 'general' };
    const [shell, stamp] = [join(world.project, 'by-shell.txt'), join(world.project, 'by-stamp.txt')];
    world.model.script('edit-main', { tool: 'task', arguments: task }, { text: 'Done.' });
    world.model.script(
      'edit-sub',
      bash(`echo sub > ${shell}`),
      { tool: 'stamps_stamp', arguments: { path: stamp } },
      { tool: 'write', arguments: { filePath: join(world.project, 'by-edit.txt'), content: 'edited' } },
      { text: 'Sub done.' },
    );
    expect(await run({ prompt: '[[edit-main]]', access: 'edit' })).toMatchObject({ status: 'completed' });
    expect([existsSync(shell), existsSync(stamp)]).toEqual([false, false]);
    expect(existsSync(join(world.project, 'by-edit.txt'))).toBe(true);
  });
});

describe('access', () => {
  it.each(['read-only', 'edit'])('%s leaves out tools of MCP servers', async (access) => {
    await run({ prompt: 'Which tools?', access });
    expect(offered()).toContain('read');
    expect(offered()).not.toContain('stamps_stamp');
  });

  it('changes in a session that is there', async () => {
    const { sessionId } = await run({ prompt: 'Which tools?', access: 'full' });
    expect(offered()).toContain('stamps_stamp');
    await peer.call('opencode_session_prompt', { sessionId, prompt: 'And now?', access: 'read-only' });
    expect(offered()).not.toContain('stamps_stamp');
    expect(offered()).not.toContain('bash');
  });
});

describe('files', () => {
  it.each(['/etc/hostname', '../../../etc/hostname', 'link.txt'])(
    'outside the project are not sent: %s',
    async (file) => {
      if (file === 'link.txt') symlinkSync(join(outside, 'secret.txt'), join(world.project, file));
      const before = world.model.requests.length;
      const { sessions: had } = (await peer.call('opencode_session_list', { limit: 200 })).data;
      const { data } = await peer.call('opencode_run', { prompt: 'Read it', files: [file] });
      expect(data).toMatchObject({ code: 'FILE_NOT_FOUND' });
      expect(world.model.requests).toHaveLength(before);
      const { sessions } = (await peer.call('opencode_session_list', { limit: 200 })).data;
      expect(sessions).toHaveLength(had.length);
    },
  );

  it('outside the project are not read through a symlink', async () => {
    const { data } = await peer.call('opencode_file_read', { path: 'link.txt' });
    expect(data).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

describe('roots', () => {
  const rootsOf = (roots: string) => readSettings({ HOME: '/home/me', OPENCODE_MCP_ROOTS: roots }, '/here').roots;

  it('are expanded, or refused', () => {
    expect(rootsOf('~/code:./proj:code:~:/abs')).toEqual([
      '/home/me/code',
      '/here/proj',
      '/here/code',
      '/home/me',
      '/abs',
    ]);
    expect(() => rootsOf('~other/code')).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => readSettings({ OPENCODE_MCP_ROOTS: '~/code' }, '/here')).toThrow(/HOME/);
  });

  it('hold here, for sessions, and for a server elsewhere', async () => {
    const elsewhere = world.newProject();
    const { sessionId } = await run({ prompt: 'Outside', directory: elsewhere });
    const limited = await startInProcess(world, { OPENCODE_MCP_ROOTS: world.project });
    const inside = await limited.peer.call('opencode_run', { prompt: 'Hello' });
    expect(inside.data).toMatchObject({ status: 'completed' });
    const refused = [
      await limited.peer.call('opencode_status', { directory: elsewhere }),
      await limited.peer.call('opencode_session_prompt', { sessionId, prompt: 'And this' }),
      await limited.peer.call('opencode_session_messages', { sessionId }),
    ];
    await limited.app.close();
    for (const { data } of refused) expect(data).toMatchObject({ code: 'DIRECTORY_INVALID' });
    const remote = { OPENCODE_SERVER_URL: 'http://build.invalid:4096', OPENCODE_MCP_ROOTS: '/srv/code' };
    const far = await startInProcess(world, remote);
    for (const directory of ['/srv/other', '/srv/code/../other', '/srv/codex'])
      expect((await far.peer.call('opencode_status', { directory })).data).toMatchObject({ code: 'DIRECTORY_INVALID' });
    const allowed = await far.peer.call('opencode_status', { directory: '/srv/code/shop' });
    expect(allowed.data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
    await far.app.close();
  });
});

describe('roots of a server on this machine', () => {
  it.each(['127.0.0.1', '0.0.0.0', '127.1', '2130706433', 'localhost.', '[::ffff:127.0.0.1]', '[::]'])(
    'hold when its address is written %s',
    async (host) => {
      const { url, authorization = '' } = await server.app.connection.endpoint();
      const password = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')[1] ?? '';
      const way = join(world.project, 'way-out');
      if (!existsSync(way)) symlinkSync(outside, way);
      const attached = await startInProcess(world, {
        OPENCODE_SERVER_URL: url.replace('127.0.0.1', host),
        OPENCODE_SERVER_PASSWORD: password,
        OPENCODE_MCP_ROOTS: world.project,
      });
      const call = async (name: string, args: object): Promise<ToolAnswer['data']> =>
        (await attached.peer.call(name, args)).data;
      expect(await call('opencode_status', { directory: way })).toMatchObject({ code: 'DIRECTORY_INVALID' });
      const here = await call('opencode_status', {});
      // OpenCode listens on IPv4 alone, and not every system knows this name.
      if (host === '[::]' || host === 'localhost.')
        expect(here['code'] ?? 'SERVER_UNREACHABLE').toBe('SERVER_UNREACHABLE');
      else {
        expect(here).toMatchObject({ healthy: true, directory: world.project });
        const file = { prompt: 'Read it', files: ['way-out/secret.txt'] };
        expect(await call('opencode_run', file)).toMatchObject({ code: 'FILE_NOT_FOUND' });
        expect(await call('opencode_file_read', { path: 'way-out/secret.txt' })).toMatchObject({
          code: 'FILE_NOT_FOUND',
        });
      }
      await attached.app.close();
    },
  );

  it('are expanded from what the program is started with', async () => {
    const base = realpathSync(mkdtempSync(join(homedir(), 'base-')));
    for (const folder of ['proj', 'code', 'other']) mkdirSync(join(base, folder));
    mkdirSync(join(world.home, 'code'), { recursive: true });
    const env = { ...world.env, OPENCODE_MCP_ROOTS: '~/code:./proj:code', OPENCODE_DEFAULT_PROJECT: 'code' };
    const program = startProgram([], env, base);
    await program.peer.open();
    for (const directory of [join(world.home, 'code'), join(base, 'proj'), join(base, 'code')])
      expect((await program.peer.call('opencode_status', { directory })).data).toMatchObject({ healthy: true });
    for (const directory of [join(base, 'other'), base, world.home])
      expect((await program.peer.call('opencode_status', { directory })).data).toMatchObject({
        code: 'DIRECTORY_INVALID',
      });
    program.child.stdin?.end();
    await program.exited;
    const refused = startProgram([], { ...env, OPENCODE_MCP_ROOTS: '~someone/code' }, base);
    expect(await refused.exited).toBe(2);
    expect(refused.log()).toContain('~someone/code');
  });
});

describe('a password in the address', () => {
  it('is used, and is in no error', async () => {
    const settings = readSettings({ OPENCODE_SERVER_URL: 'http://me:hush%2Fhush@127.0.0.1:9/' }, '/here');
    expect(settings).toMatchObject({ serverUrl: 'http://127.0.0.1:9', username: 'me', password: 'hush/hush' });
    for (const url of ['ftp://me:hush@host', 'http://me:hush@host?x=1', 'me:hush@'])
      expect(() => readSettings({ OPENCODE_SERVER_URL: url }, '/here')).toThrow(/^(?!.*hush)/s);
    const attached = await startInProcess(world, { OPENCODE_SERVER_URL: 'http://me:hush@127.0.0.1:9' });
    const { content } = await attached.peer.call('opencode_status');
    expect(content[0]?.text).toContain('SERVER_UNREACHABLE');
    expect(content[0]?.text + attached.lines.join('')).not.toContain('hush');
    await attached.app.close();
  });
});
