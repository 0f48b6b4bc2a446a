import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notedServer, TurnNotes } from '../../src/opencode/turn/turn-notes.ts';
import { markOf } from '../../src/opencode/turn/turn-state.ts';
import type { Message } from '../../src/opencode/upstream/types.ts';
import { connect, type InProcess, startInProcess } from './support/in-process.ts';
import type { Peer, ToolAnswer } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let world: World;
let server: InProcess;
let peer: Peer;

beforeAll(async () => {
  world = await makeWorld({ models: { priced: { name: 'Priced', cost: { input: 1e6, output: 1e6 } } } });
  server = await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' });
  peer = server.peer;
});

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

const call = async (name: string, args: object): Promise<ToolAnswer['data']> => (await peer.call(name, args)).data;
const run = (args: object): Promise<ToolAnswer['data']> => call('opencode_run', args);
const statusOf = async (sessionId: string, waitSeconds = 60): Promise<ToolAnswer['data']> =>
  (await call('opencode_session_status', { sessionIds: [sessionId], waitSeconds }))['sessions'][0];
const write = (filePath: string, content: string) => ({ tool: 'write', arguments: { filePath, content } });
const bash = (command: string) => ({ tool: 'bash', arguments: { command, description: 'Do it' } });

describe('a session in another directory', () => {
  it('is found by its id alone', async () => {
    const directory = world.newProject();
    world.model.script('there', bash('echo there > there.txt'), { text: 'There.' });
    const { sessionId, status } = await run({ prompt: '[[there]]', access: 'ask', directory, waitSeconds: 0 });
    expect(status).toBe('running');
    expect(await statusOf(sessionId)).toMatchObject({ status: 'waiting_input' });
    const { requests } = await call('opencode_request_list', {});
    expect(requests).toMatchObject([{ sessionId, permission: 'bash' }]);
    expect(await call('opencode_session_prompt', { sessionId, prompt: 'More' })).toMatchObject({
      code: 'SESSION_BUSY',
    });
    const quiet = await call('opencode_session_prompt', { sessionId, prompt: 'Quiet', noReply: true });
    expect(quiet).toMatchObject({ code: 'SESSION_BUSY' });
    await call('opencode_request_reply', { requestId: requests[0].requestId, reply: 'once' });
    expect(await statusOf(sessionId)).toMatchObject({
      status: 'completed',
      answer: 'There.',
      filesChanged: [{ file: 'there.txt', status: 'added' }],
    });
    const { messages } = await call('opencode_session_messages', { sessionId });
    expect(messages.map(({ text }: { text: string }) => text)).not.toContain('More');
    expect(messages.map(({ text }: { text: string }) => text)).not.toContain('Quiet');
    expect((await call('opencode_session_diff', { sessionId }))['files']).toMatchObject([{ file: 'there.txt' }]);
    expect(await call('opencode_session_prompt', { sessionId, prompt: 'Next' })).toMatchObject({ status: 'completed' });
  });

  it('takes one of two prompts that come at once', async () => {
    world.model.script('hold', { hang: true });
    const { sessionId } = await call('opencode_session_create', { directory: world.newProject() });
    const answers = await Promise.all(
      ['[[hold]] one', '[[hold]] two'].map((prompt) =>
        call('opencode_session_prompt', { sessionId, prompt, waitSeconds: 0 }),
      ),
    );
    expect(new Set(answers.map(({ status, code }) => status ?? code))).toEqual(new Set(['SESSION_BUSY', 'running']));
    expect(await call('opencode_session_prompt', { sessionId, prompt: 'three' })).toMatchObject({
      code: 'SESSION_BUSY',
    });
    expect(await call('opencode_session_abort', { sessionId })).toMatchObject({ stopped: true });
    expect(await statusOf(sessionId)).toMatchObject({ status: 'aborted' });
    const { messages } = await call('opencode_session_messages', { sessionId });
    expect(messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1);
  });
});

describe('changes that git does not see', () => {
  it('are told, in a project without git', async () => {
    const directory = realpathSync(mkdtempSync(join(homedir(), 'plain-')));
    world.model.script('plain', write(join(directory, 'plain.txt'), 'plain\n'), { text: 'Written.' });
    const data = await run({ prompt: '[[plain]]', access: 'edit', directory });
    expect(data).toMatchObject({ status: 'completed', filesChanged: [{ file: 'plain.txt', untracked: true }] });
    expect(data['changesNote']).toContain('not in a git repository');
    for (const tool of ['opencode_vcs_diff', 'opencode_file_status']) {
      const listed = await call(tool, { directory });
      expect(listed).toMatchObject({ files: [], changesNote: expect.stringContaining('changes cannot be listed') });
    }
    const job = await run({ prompt: 'x', directory, worktree: true });
    expect(job).toMatchObject({ code: 'UNSUPPORTED', error: expect.stringContaining('git') });
    const { sessionId, messageId } = data;
    expect(await call('opencode_session_revert', { sessionId, messageId, confirm: true })).toMatchObject({
      code: 'UNSUPPORTED',
    });
    expect(readFileSync(join(directory, 'plain.txt'), 'utf8')).toBe('plain\n');
  });

  it('are told, for files that git ignores', async () => {
    const directory = world.newProject({ '.gitignore': 'build/\n' });
    mkdirSync(join(directory, 'build'));
    world.model.script(
      'ignored',
      write(join(directory, 'build/out.js'), 'out\n'),
      write(join(directory, 'seen.js'), 'seen\n'),
      { text: 'Built.' },
    );
    const { filesChanged } = await run({ prompt: '[[ignored]]', access: 'edit', directory });
    expect(filesChanged).toMatchObject([
      { file: 'seen.js', status: 'added' },
      { file: 'build/out.js', status: 'written', untracked: true },
    ]);
  });
});

describe('a job in a worktree of its own', () => {
  it('is looked at and merged, unless the project has uncommitted work', async () => {
    const directory = world.newProject();
    for (const [key, value] of [
      ['user.name', 'Test'],
      ['user.email', 'test@example.com'],
    ])
      execFileSync('git', ['config', key ?? '', value ?? ''], { cwd: directory });
    world.model.script('job', bash('echo job > job.txt'), { text: 'Job done.' });
    const data = await run({ prompt: '[[job]]', access: 'full', directory, worktree: true });
    expect(data).toMatchObject({ status: 'completed', filesChanged: [{ file: 'job.txt' }] });
    const path: string = data['worktree'].directory;
    expect(existsSync(join(directory, 'job.txt'))).toBe(false);
    expect((await call('opencode_vcs_diff', { directory: path }))['patch']).toContain('+job');
    expect(await call('opencode_worktree', { directory, action: 'remove', path })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
    });
    writeFileSync(join(directory, 'README.md'), 'In the middle of it');
    expect(await call('opencode_worktree', { directory, action: 'merge', path })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
    });
    execFileSync('git', ['checkout', '--quiet', 'README.md'], { cwd: directory });
    expect(await call('opencode_worktree', { directory, action: 'merge', path })).toMatchObject({ worktrees: [] });
    expect(readFileSync(join(directory, 'job.txt'), 'utf8')).toBe('job\n');
    expect(existsSync(path)).toBe(false);
  });

  it.each(['merge', 'remove'])('keeps files that git ignores, unless %s is told to lose them', async (action) => {
    const directory = world.newProject({ '.gitignore': 'out/\n*.env\n' });
    const made = 'mkdir -p out && echo 1 > out/report.txt && echo KEY=1 > local.env';
    world.model.script('ignored-job', bash(made), { text: 'Job done.' });
    const data = await run({ prompt: '[[ignored-job]]', access: 'full', directory, worktree: true });
    const path: string = data['worktree'].directory;
    const refused = await call('opencode_worktree', { directory, action, path });
    expect(refused).toMatchObject({ code: 'CONFIRMATION_REQUIRED', ignored: ['local.env', 'out/'], ignoredTotal: 2 });
    expect(refused['error']).toContain('local.env');
    expect(readFileSync(join(path, 'out/report.txt'), 'utf8')).toBe('1\n');
    expect(await call('opencode_worktree', { directory, action, path, force: true })).toMatchObject({ removed: path });
    expect(existsSync(path)).toBe(false);
    // The directory is gone, and calls about all directories do not stumble over it.
    expect(await call('opencode_request_list', {})).toEqual({ requests: [] });
  });

  it('that is refused leaves nothing behind', async () => {
    const directory = world.newProject();
    const data = await run({ prompt: 'x', model: 'stand-in/none', directory, worktree: true });
    expect(data).toMatchObject({ code: 'MODEL_NOT_FOUND' });
    expect(await call('opencode_worktree', { directory, action: 'list' })).toEqual({ worktrees: [] });
    expect((await call('opencode_session_list', { directory }))['sessions']).toEqual([]);
  });
});

describe('a run that is refused', () => {
  it('leaves no session behind', async () => {
    const directory = world.newProject();
    const refused: [object, string][] = [
      [{ model: 'stand-in/none' }, 'MODEL_NOT_FOUND'],
      [{ agent: 'nobody' }, 'AGENT_NOT_FOUND'],
      [{ variant: 'hihg' }, 'INVALID_INPUT'],
      [{ files: ['nowhere.txt'] }, 'FILE_NOT_FOUND'],
      [{ files: ['/etc/hostname'] }, 'FILE_NOT_FOUND'],
      [{ outputSchema: { type: 'nonsense' } }, 'INVALID_INPUT'],
      [{ outputSchema: { type: 'object' }, waitSeconds: 0 }, 'INVALID_INPUT'],
      [{ budget: {} }, 'INVALID_INPUT'],
    ];
    for (const [args, code] of refused) expect(await run({ prompt: 'x', directory, ...args })).toMatchObject({ code });
    expect(await call('opencode_session_list', { directory, roots: false })).toMatchObject({ sessions: [], total: 0 });
  });
});

describe('a budget', () => {
  it.each([
    ['tokens', 20, true],
    ['cost', 20, true],
    ['minutes', 0.02, false],
  ])('of %s stops the turn and says so', async (name, limit, waits) => {
    world.model.script('endless', bash('sleep 1'), bash('sleep 1'), bash('sleep 1'), bash('sleep 60'));
    const args = { prompt: '[[endless]]', access: 'full', model: 'stand-in/priced', budget: { [name]: limit } };
    const data = await run(waits ? args : { ...args, waitSeconds: 0 });
    const ended = waits ? data : await statusOf(data['sessionId']);
    expect(ended).toMatchObject({ status: 'stopped', stoppedBy: { budget: name, limit } });
  });
});

describe('a budget of a client that has ended', () => {
  it('is watched by another one, and what was used before counts', async () => {
    world.model.script('used', bash('echo 1'), bash('echo 2'), { hang: true });
    const { sessionId } = await run({ prompt: '[[used]]', access: 'full', waitSeconds: 0 });
    const api = await server.app.api();
    const messages = (): Promise<Message[]> => api.get(`/session/${sessionId}/message`);
    const isUsed = async (): Promise<boolean> =>
      (await messages()).filter(({ info }) => (info.tokens?.input ?? 0) > 0).length >= 2;
    await expect.poll(isUsed, { timeout: 60_000 }).toBe(true);
    const [user] = await messages();
    const mark = String(user ? markOf(user) : '');
    const ended = new TurnNotes(server.app.host, server.app.log);
    const guard = { sessionId, directory: api.directory, mark, budget: { tokens: 25 }, since: Date.now() - 60_000 };
    await ended.guard(guard, notedServer(api.endpoint));
    await ended.close();
    expect(await statusOf(sessionId)).toMatchObject({ status: 'stopped', stoppedBy: { budget: 'tokens', used: 30 } });
  });
});

describe('a person who is asked', () => {
  it('sees the diff and what always means; the call does not wait for longer than it was told', async () => {
    const person = await connect(server.app, { elicitation: {} });
    let message = '';
    const asked = new Promise<void>((done) => {
      person.asks.set('elicitation/create', (params) => {
        message = String(params['message']);
        done();
      });
    });
    world.model.script('edit-it', write(join(world.project, 'asked.txt'), 'Some new line\n'), { text: 'Done.' });
    const answer = person.call('opencode_run', { prompt: '[[edit-it]]', access: 'ask', waitSeconds: 8 });
    await asked;
    expect(message).toContain('+Some new line');
    expect(message).toMatch(/always: allow edit .*until OpenCode is restarted/);
    const { data } = await answer;
    expect(data).toMatchObject({ status: 'waiting_input', requests: [{ permission: 'edit' }] });
    await call('opencode_session_abort', { sessionId: data['sessionId'] });
  });
});
