import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { embedWorkTree, git, hostileSettings, type Marks, marksIn } from '../store/git/bait.ts';
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
});

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

const call = async (args: object): Promise<ToolAnswer['data']> =>
  (await server.peer.call('opencode_worktree', args)).data;

interface Worked {
  readonly directory: string;
  readonly path: string;
  readonly marks: Marks;
}

/** A project with a hook of its own, and a worktree of it with work. */
async function worked(prepare: (directory: string, marks: Marks) => void = () => undefined): Promise<Worked> {
  const marks = marksIn(mkdtempSync(join(homedir(), 'marks-')));
  const directory = world.newProject({ 'src/old.txt': 'old\n' });
  git(directory, ['config', 'user.name', 'Test']);
  git(directory, ['config', 'user.email', 'test@example.com']);
  prepare(directory, marks);
  marks.program(join(directory, '.git/hooks/pre-commit'), 'own-hook');
  const { created } = await call({ directory, action: 'create' });
  writeFileSync(join(created.directory, 'work.txt'), 'work\n');
  return { directory, path: created.directory, marks };
}

const text = (...parts: string[]): string => readFileSync(join(...parts), 'utf8');

describe.skipIf(process.platform === 'win32')('a repository inside a worktree', () => {
  it.each(['merge', 'remove'])('starts nothing and is not lost without a word: %s', async (action) => {
    const { directory, path, marks } = await worked();
    embedWorkTree(join(path, 'sub'), marks);
    embedWorkTree(join(path, 'deep/er/sub'), marks);
    const refused = await call({ directory, action, path });
    expect(refused).toMatchObject({ code: 'CONFIRMATION_REQUIRED', repositories: ['deep/er/sub', 'sub'] });
    expect(refused['error']).toContain('deep/er/sub, sub');
    expect(marks.left()).toEqual([]);
    const done = await call({ directory, action, path, force: true });
    expect(done).toMatchObject({ removed: path });
    expect(done['notMerged']).toEqual(action === 'merge' ? ['deep/er/sub', 'sub'] : undefined);
    expect(existsSync(join(directory, 'work.txt'))).toBe(action === 'merge');
    expect(existsSync(join(directory, 'sub'))).toBe(false);
    expect(marks.left()).toEqual(action === 'merge' ? ['own-hook'] : []);
  });

  it('starts nothing if it is in the index already, as a submodule of any settings', async () => {
    const { directory, path, marks } = await worked((project) => {
      git(project, ['-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', world.newProject(), 'lib']);
      git(project, ['commit', '--quiet', '--message', 'Add lib']);
    });
    embedWorkTree(join(path, 'sub'), marks);
    git(path, ['-c', 'core.hooksPath=/dev/null', 'add', 'sub']);
    git(path, ['-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--message', 'Add sub']);
    writeFileSync(join(path, '.gitmodules'), '[submodule "sub"]\n\tpath = sub\n\tignore = none\n\tupdate = checkout\n');
    writeFileSync(join(path, 'lib/notes.txt'), 'in no repository\n');
    const settings = hostileSettings(marks, join(directory, '.git/modules/lib/hooks'));
    appendFileSync(join(directory, '.git/modules/lib/config'), settings);
    writeFileSync(join(directory, 'lib/.gitattributes'), '* filter=bait\n');
    writeFileSync(join(directory, 'lib/README.md'), 'changed\n');
    for (const name of ['opencode_file_status', 'opencode_vcs_diff'])
      expect((await server.peer.call(name, { directory })).data).not.toHaveProperty('code');
    expect(marks.left()).toEqual([]);
    const refused = await call({ directory, action: 'merge', path });
    expect(refused).toMatchObject({ code: 'CONFIRMATION_REQUIRED', repositories: ['lib', 'sub'] });
    const done = await call({ directory, action: 'merge', path, force: true });
    expect(done).toMatchObject({ removed: path, notMerged: ['lib', 'sub'] });
    expect(text(directory, 'work.txt')).toBe('work\n');
    expect(marks.left()).toEqual(['own-hook']);
  });

  it('that was made around files of the project loses its history only', async () => {
    const { directory, path, marks } = await worked();
    embedWorkTree(join(path, 'src'), marks);
    writeFileSync(join(path, 'src/old.txt'), 'changed\n');
    const refused = await call({ directory, action: 'merge', path });
    expect(refused).toMatchObject({ code: 'CONFIRMATION_REQUIRED', repositories: ['src'] });
    await call({ directory, action: 'merge', path, force: true });
    expect([text(directory, 'src/old.txt'), text(directory, 'src/file.txt')]).toEqual(['changed\n', 'other\n']);
    expect(marks.left()).toEqual(['own-hook']);
  });

  it('is merged as files when its .git was moved away', async () => {
    const { directory, path, marks } = await worked();
    embedWorkTree(join(path, 'sub'), marks);
    rmSync(join(path, 'sub/.git'), { recursive: true });
    expect(await call({ directory, action: 'merge', path })).toMatchObject({ removed: path });
    expect(text(directory, 'sub/file.txt')).toBe('other\n');
  });
});

describe.skipIf(process.platform === 'win32')('a worktree whose .git was replaced', () => {
  const kinds: Record<string, (path: string, marks: Marks) => void> = {
    'by a file that leads into its files': (path, marks) => {
      embedWorkTree(join(path, 'own'), marks);
      writeFileSync(join(path, '.git'), 'gitdir: own/.git\n');
      appendFileSync(join(path, 'own/.git/config'), `[core]\n\tworktree = ${path}\n`);
    },
    'by a file that leads to a bare repository': (path, marks) => {
      git(path, ['init', '--quiet', '--bare', 'own']);
      appendFileSync(join(path, 'own/config'), `[core]\n\tbare = false\n\tworktree = ${path}\n`);
      appendFileSync(join(path, 'own/config'), hostileSettings(marks, join(path, 'own/hooks')));
      writeFileSync(join(path, '.git'), 'gitdir: own\n');
    },
    'by a repository': (path, marks) => {
      rmSync(join(path, '.git'));
      embedWorkTree(path, marks);
    },
    'by nothing': (path) => rmSync(join(path, '.git')),
    'by a copy of what the repository knows': (path, marks) => {
      const real = text(path, '.git').replace('gitdir: ', '').trim();
      const own = join(path, 'own/worktrees/x');
      mkdirSync(own, { recursive: true });
      for (const name of ['HEAD', 'index', 'gitdir']) writeFileSync(join(own, name), readFileSync(join(real, name)));
      git(path, ['init', '--quiet', '--bare', 'own']);
      appendFileSync(join(path, 'own/config'), hostileSettings(marks, join(path, 'own/hooks')));
      writeFileSync(join(own, 'commondir'), '../..\n');
      writeFileSync(join(path, '.git'), `gitdir: ${own}\n`);
    },
  };

  it.each(Object.keys(kinds))('is not worked in: %s', async (kind) => {
    const { directory, path, marks } = await worked();
    const before = text(path, '.git');
    kinds[kind]?.(path, marks);
    writeFileSync(join(path, '.gitattributes'), '* filter=bait diff=bait\n');
    for (const args of [{ action: 'merge' }, { action: 'merge', force: true }, { action: 'remove' }]) {
      const refused = await call({ directory, path, ...args });
      expect(refused).toMatchObject({ code: 'MERGE_FAILED', error: expect.stringContaining(`${path}/.git`) });
    }
    expect(marks.left()).toEqual([]);
    expect(text(path, 'work.txt')).toBe('work\n');
    // As the answer says.
    rmSync(join(path, '.git'), { recursive: true, force: true });
    git(directory, ['worktree', 'repair']);
    expect(text(path, '.git')).toBe(before);
    rmSync(join(path, 'own'), { recursive: true, force: true });
    expect(await call({ directory, path, action: 'merge' })).toMatchObject({ removed: path });
    expect(text(directory, 'work.txt')).toBe('work\n');
    expect(marks.left()).toEqual(['own-hook']);
  });

  it('of another worktree of the same project is not worked in', async () => {
    const { directory, path } = await worked();
    const { created } = await call({ directory, action: 'create' });
    writeFileSync(join(path, '.git'), text(created.directory, '.git'));
    expect(await call({ directory, action: 'merge', path })).toMatchObject({ code: 'MERGE_FAILED' });
  });
});
