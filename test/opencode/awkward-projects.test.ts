import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { embedRepository, marksIn } from '../store/git/bait.ts';
import { type InProcess, startInProcess } from './support/in-process.ts';
import type { ToolAnswer } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let server: InProcess;

beforeAll(async () => {
  world = await makeWorld();
  server = await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' });
  world.model.script('hang', { hang: true });
  world.model.script('log', write('made.log', 'x\n'), { text: 'Written.' });
  world.model.script('text', write('made.txt', 'x\n'), { text: 'Written.' });
  world.model.script('lib', write('lib/made.txt', 'x\n'), { text: 'Written.' });
}, 120_000);

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

const write = (filePath: string, content: string) => ({ tool: 'write', arguments: { filePath, content } });
const call = async (name: string, args: object): Promise<ToolAnswer['data']> =>
  (await server.peer.call(name, args)).data;
const run = (directory: string, prompt: string, more: object = {}): Promise<ToolAnswer['data']> =>
  call('opencode_run', { directory, prompt, access: 'full', ...more });
const git = (cwd: string, ...args: string[]): void => {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...who, ...args], { cwd, stdio: 'ignore' });
};

describe('a directory below the root of its repository', () => {
  it('has all changes as paths from the root, and their text', async () => {
    const project = world.newProject({ '.gitignore': '*.log\n' });
    const directory = join(project, 'src');
    expect(await run(directory, '[[log]]')).toMatchObject({
      filesChanged: [{ file: 'src/made.log', untracked: true }],
    });
    expect(await run(directory, '[[text]]')).toMatchObject({ filesChanged: [{ file: 'src/made.txt', additions: 1 }] });
    const diff = await call('opencode_vcs_diff', { directory });
    expect(diff).toMatchObject({ files: [{ file: 'src/made.txt', additions: 1 }] });
    expect(diff['patch']).toContain('+x');
  });

  it('is worked in at the same place of a worktree', async () => {
    const project = world.newProject();
    git(project, 'config', 'user.name', 'Test');
    git(project, 'config', 'user.email', 'test@example.com');
    const directory = join(project, 'src');
    const data = await run(directory, '[[text]]', { worktree: true });
    expect(data).toMatchObject({ status: 'completed', filesChanged: [{ file: 'src/made.txt' }] });
    expect(existsSync(join(data['worktree'].directory, 'src', 'made.txt'))).toBe(true);
    const merged = await call('opencode_worktree', { action: 'merge', directory, path: data['worktree'].directory });
    expect(merged).toMatchObject({ removed: data['worktree'].directory });
    expect(existsSync(join(directory, 'made.txt'))).toBe(true);
  });
});

it.skipIf(process.platform === 'win32')(
  "starts nothing for a repository in the files of the project, and the user's hooks on a merge",
  async () => {
    const marks = marksIn(mkdtempSync(join(homedir(), 'marks-')));
    const project = world.newProject();
    git(project, 'config', 'user.name', 'Test');
    git(project, 'config', 'user.email', 'test@example.com');
    const directory = embedRepository(join(project, 'sub'), marks);
    git(project, 'config', 'filter.bait.clean', 'cat');
    writeFileSync(join(project, '.git/info/attributes'), '* !filter !diff !merge\n');
    git(project, 'add', '--all');
    git(project, 'commit', '--message', 'Add sub');
    expect(marks.left()).toEqual([]);
    writeFileSync(join(world.home, '.gitconfig'), `[core]\n\thooksPath = ${join(world.home, 'hooks')}\n`);
    marks.program(join(world.home, 'hooks/pre-commit'), 'own-hook');
    const data = await run(directory, '[[text]]', { worktree: true });
    const path: string = data['worktree'].directory;
    for (const name of ['opencode_vcs_diff', 'opencode_file_status']) {
      await call(name, { directory });
      await call(name, { directory: join(path, 'sub') });
    }
    expect(marks.left()).toEqual([]);
    expect(await call('opencode_worktree', { action: 'merge', directory, path })).toMatchObject({ removed: path });
    expect(existsSync(join(directory, 'made.txt'))).toBe(true);
    expect(marks.left()).toEqual(['own-hook']);
    rmSync(join(world.home, '.gitconfig'));
  },
);

it('lists what was written in a submodule, and says that it is not reverted', async () => {
  const project = world.newProject();
  git(project, 'submodule', 'add', world.newProject(), 'lib');
  git(project, 'commit', '--message', 'Add lib');
  const { sessionId, messageId, filesChanged } = await run(project, '[[lib]]');
  expect(filesChanged).toEqual([{ file: 'lib/made.txt', status: 'written', untracked: true }]);
  const reverted = await call('opencode_session_revert', { sessionId, messageId, confirm: true });
  expect(reverted).toMatchObject({ revertedTo: messageId, notReverted: ['lib/made.txt'] });
});

it('refuses a directory that OpenCode would take for another one', async () => {
  const project = world.newProject();
  const directory = join(project, '%2e%2e', 'a%41');
  mkdirSync(directory, { recursive: true });
  expect(await run(directory, '[[text]]')).toMatchObject({ code: 'DIRECTORY_INVALID' });
  const plain = join(project, '100%');
  mkdirSync(plain);
  expect(await run(plain, '[[text]]')).toMatchObject({ filesChanged: [{ file: '100%/made.txt' }] });
});

describe('a directory that is deleted while a turn runs in it', () => {
  it('leaves a session that can be read, stopped and deleted', async () => {
    const directory = world.newProject();
    const { sessionId } = await run(directory, '[[hang]]', { waitSeconds: 0 });
    // The request for a title has no tools.
    const turns = (): string => JSON.stringify(world.model.requests.filter(({ tools }) => tools?.length));
    await vi.waitFor(() => expect(turns()).toContain('[[hang]]'), 60_000);
    rmSync(directory, { recursive: true });
    expect(await call('opencode_session_status', { sessionIds: [sessionId] })).toMatchObject({
      sessions: [{ status: 'running' }],
    });
    expect(await call('opencode_session_abort', { sessionId })).toMatchObject({ stopped: true });
    expect(await call('opencode_session_prompt', { sessionId, prompt: 'Go on' })).toMatchObject({
      code: 'DIRECTORY_INVALID',
    });
    expect(await call('opencode_session_messages', { sessionId })).toMatchObject({ sessionId });
    expect(await call('opencode_session_delete', { sessionId })).toMatchObject({ deleted: true });
  });
});

it('says why a project without a commit has no worktrees', async () => {
  const directory = realpathSync(mkdtempSync(join(homedir(), 'empty-')));
  const refused = { code: 'UNSUPPORTED' };
  expect(await run(directory, 'Hello', { worktree: true })).toMatchObject(refused);
  git(directory, 'init');
  writeFileSync(join(directory, 'README.md'), 'Hello');
  await call('opencode_instance_reload', { directory });
  expect(await run(directory, 'Hello', { worktree: true })).toMatchObject(refused);
  expect((await call('opencode_session_list', { directory }))['sessions']).toEqual([]);
});

it('suggests to omit directory only if the default project can be used', async () => {
  const root = world.newProject();
  const inside = await startInProcess(world, { OPENCODE_MCP_ROOTS: root });
  const hints = async (args: object): Promise<string> =>
    (await inside.peer.call('opencode_session_list', args)).data['suggestions'].join(' ');
  expect(await hints({})).toContain(root);
  expect(await hints({ directory: world.project })).not.toContain('omit directory');
  await inside.app.close();
  expect((await call('opencode_session_list', { directory: '/nowhere' }))['suggestions'][0]).toContain(
    'omit directory',
  );
});
