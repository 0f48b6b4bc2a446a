import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGit, type GitReading, type GitWork, workWithGit } from '../../../src/store/git/run-git.ts';
import { type Box, box } from '../support/box.ts';
import { embedRepository, git, hostileSettings, type Marks, marksIn } from './bait.ts';

const reading = [
  ['rev-parse', '--show-toplevel'],
  ['rev-parse', '--is-shallow-repository'],
  ['rev-list', '--all', '--objects'],
  ['diff-tree', '--no-ext-diff', '--no-textconv', '--raw', '-r', '-m', '--root', 'HEAD'],
  ['cat-file', 'blob', 'HEAD:file.txt'],
  ['cat-file', 'blob', 'f'.repeat(40)],
  ['check-ignore', '-q', '--', 'sub/file.txt'],
  ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'],
  ['ls-files', '--others', '--exclude-standard', '-z'],
  ['ls-files', '--stage', '-z'],
  ['diff-index', '--cached', '--raw', 'HEAD'],
] as const satisfies readonly GitReading[];

const working = [
  ['status', '--ignore-submodules=dirty', '--porcelain'],
  ['add', '--all'],
  ['commit', '--allow-empty', '--message', 'Work'],
  ['merge', '--no-edit', 'side'],
] as const satisfies readonly GitWork[];

interface Clone {
  readonly here: Box;
  readonly marks: Marks;
  readonly top: string;
  readonly embedded: string;
}

/** A checkout with another repository in its files, which is not in its index as one. */
function clone(): Clone {
  const here = box();
  const marks = marksIn(here.path('marks'));
  const top = here.path('project');
  git(top, ['init', '--quiet', '--initial-branch', 'main']);
  git(top, ['config', 'user.name', 'Ann']);
  git(top, ['config', 'user.email', 'ann@example.com']);
  writeFileSync(join(top, 'file.txt'), 'text\n');
  writeFileSync(join(top, '.gitattributes'), '* filter=bait diff=bait merge=bait\n');
  git(top, ['add', '--all']);
  git(top, ['commit', '--quiet', '--message', 'Begin']);
  git(top, ['checkout', '--quiet', '-b', 'side']);
  writeFileSync(join(top, 'side.txt'), 'text\n');
  git(top, ['add', '--all']);
  git(top, ['commit', '--quiet', '--message', 'Side']);
  git(top, ['checkout', '--quiet', 'main']);
  writeFileSync(join(top, 'file.txt'), 'other\n');
  return { here, marks, top, embedded: embedRepository(join(top, 'sub'), marks) };
}

describe.skipIf(process.platform === 'win32')('a repository in the files of another one', () => {
  it('would start programs if git were simply called there', () => {
    const { marks, embedded } = clone();
    git(embedded, ['status', '--porcelain', '-uno']);
    expect(marks.left()).toContain('fsmonitor');
  });

  it.each(reading)('starts nothing when it is read: %s %s', async (...args) => {
    const { here, marks, top, embedded } = clone();
    for (const directory of [embedded, join(embedded, 'objects'), top])
      await readGit(here.host, directory, args as unknown as GitReading);
    expect(marks.left()).toEqual([]);
  });

  it.each(working)('starts nothing when the work around it is written: %s %s', async (...args) => {
    const { here, marks, embedded } = clone();
    await workWithGit(here.host, embedded, args as unknown as GitWork);
    expect(marks.left()).toEqual([]);
  });

  it('is not taken for the repository by variables', async () => {
    const { here, marks, top, embedded } = clone();
    const plant = (name: string): string => marks.program(join(top, name), name);
    const settings = join(top, 'settings');
    writeFileSync(settings, hostileSettings(marks, join(embedded, 'hooks')));
    mkdirSync(join(top, 'config/git'), { recursive: true });
    writeFileSync(join(top, 'config/git/config'), hostileSettings(marks, join(embedded, 'hooks')));
    const env = {
      ...here.host.env,
      GIT_DIR: embedded,
      GIT_WORK_TREE: embedded,
      GIT_COMMON_DIR: embedded,
      GIT_CONFIG: settings,
      GIT_CONFIG_GLOBAL: settings,
      GIT_CONFIG_SYSTEM: settings,
      XDG_CONFIG_HOME: join(top, 'config'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: marks.line('counted'),
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${marks.line('parameter').replaceAll("'", `'\\''`)}'`,
      GIT_EXTERNAL_DIFF: plant('external-diff'),
      GIT_SSH_COMMAND: plant('ssh-command'),
      GIT_SSH: plant('ssh-program'),
      GIT_ASKPASS: plant('askpass-program'),
      GIT_PAGER: plant('pager-program'),
      GIT_EDITOR: plant('editor-program'),
      GIT_PROXY_COMMAND: plant('proxy-command'),
      GIT_EXEC_PATH: join(top, 'exec'),
      GIT_TEMPLATE_DIR: join(embedded, 'hooks'),
    };
    plant('exec/git-status');
    const host = { ...here.host, env };
    for (const args of reading) await readGit(host, top, args);
    for (const args of working) await workWithGit(host, top, args);
    expect(marks.left()).toEqual([]);
    expect(git(top, ['log', '-1', '--format=%s', '--all', '--', 'side.txt'])).toBe('Side\n');
  });
});

it.skipIf(process.platform === 'win32').each(reading)(
  'settings of the repository start nothing when it is read: %s %s',
  async (...args) => {
    const { here, marks, top } = clone();
    appendFileSync(join(top, '.git/config'), hostileSettings(marks, here.path('hooks')));
    await readGit(here.host, top, args as unknown as GitReading);
    expect(marks.left()).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32')("the user's own hooks and filters work on the user's own work", async () => {
  const { here, marks, top } = clone();
  marks.program(here.path('home/hooks/pre-commit'), 'own-hook');
  marks.program(join(top, '.git/hooks/post-merge'), 'own-hook-of-repository');
  const filter = `[filter "bait"]\n\tclean = "${marks.line('own-filter')}"\n\tsmudge = cat\n`;
  writeFileSync(here.path('home/.gitconfig'), filter);
  const ended = [];
  for (const args of working) ended.push((await workWithGit(here.host, top, args))?.code);
  expect(ended).toEqual([0, 0, 0, 0]);
  expect(marks.left()).toEqual(['own-filter', 'own-hook-of-repository']);
  appendFileSync(here.path('home/.gitconfig'), `[core]\n\thooksPath = ${here.path('home/hooks')}\n`);
  await workWithGit(here.host, top, ['commit', '--allow-empty', '--message', 'More']);
  expect(marks.left()).toContain('own-hook');
  expect(existsSync(join(top, 'side.txt'))).toBe(true);
});

it.skipIf(process.platform === 'win32')('git itself never comes from the project', async () => {
  const { here, marks, top } = clone();
  for (const place of ['git', 'bin/git', 'node_modules/.bin/git', 'sub/git']) marks.program(join(top, place), 'git');
  const PATH = ['', '.', 'bin', './node_modules/.bin', `${top}/node_modules/.bin`, `${top}/bin`].join(':');
  const host = { ...here.host, cwd: top, env: { ...here.host.env, PATH: `${PATH}:${process.env['PATH']}` } };
  expect((await readGit(host, join(top, 'sub'), ['rev-parse', '--show-toplevel']))?.output.trim()).toBe(top);
  await workWithGit(host, top, ['add', '--all']);
  expect(marks.left()).toEqual([]);
});

it('says that there is no repository', async () => {
  const here = box();
  expect(await readGit(here.host, here.path('project'), ['rev-parse', 'HEAD'])).toBeUndefined();
});
