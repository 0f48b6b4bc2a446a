import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { projectOf } from '../../src/sets/project-of.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';

const host = nodeHost();

function folder(): string {
  return realpathSync.native(mkdtempSync(`${homedir()}/git-`)).replaceAll('\\', '/');
}

function git(cwd: string, ...args: string[]): void {
  const settings = [
    'user.name=me',
    'user.email=me@example.com',
    'protocol.file.allow=always',
    'init.defaultBranch=main',
  ];
  execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], { cwd, stdio: 'pipe' });
}

function repository(path: string, ...options: string[]): string {
  mkdirSync(path, { recursive: true });
  git(path, 'init', ...options);
  git(path, 'commit', '--allow-empty', '-m', 'first');
  return path;
}

describe('the project of a directory', () => {
  it('is the directory itself without git', async () => {
    const root = folder();
    mkdirSync(`${root}/a/b`, { recursive: true });
    expect(await projectOf(host, `${root}/a/b`)).toBe(`${root}/a/b`);
    expect(await projectOf(host, `${root}/a/./b/`)).toBe(`${root}/a/b`);
    expect(await projectOf({ ...host, cwd: `${root}/a` }, 'b')).toBe(`${root}/a/b`);
  });

  it('is the top of the repository from everywhere in it, also in what belongs to git', async () => {
    const top = repository(`${folder()}/top`);
    mkdirSync(`${top}/src/deep`, { recursive: true });
    for (const place of ['', '/src/deep', '/.git', '/.git/refs/heads']) {
      expect(await projectOf(host, top + place)).toBe(top);
    }
  });

  it('is the same for all worktrees, wherever they are', async () => {
    const root = folder();
    const top = repository(`${root}/top`);
    git(top, 'worktree', 'add', '../beside');
    git(top, 'worktree', 'add', '.worktrees/inside');
    mkdirSync(`${root}/beside/src`);
    for (const place of ['/beside', '/beside/src', '/top/.worktrees/inside']) {
      expect(await projectOf(host, root + place)).toBe(top);
    }
  });

  it('is the same for worktrees whose links are relative', async () => {
    const root = folder();
    const top = repository(`${root}/top`);
    git(top, 'worktree', 'add', '../beside');
    writeFileSync(`${root}/beside/.git`, 'gitdir: ../top/.git/worktrees/beside\n');
    expect(await projectOf(host, `${root}/beside`)).toBe(top);
  });

  it('is the repository itself where there are only worktrees of it', async () => {
    const root = folder();
    const bare = `${root}/project.git`;
    git(root, 'clone', '--bare', repository(`${root}/from`), bare);
    git(bare, 'worktree', 'add', `${root}/one`);
    git(bare, 'worktree', 'add', `${root}/two`);
    for (const place of ['/one', '/two', '/project.git', '/project.git/objects']) {
      expect(await projectOf(host, root + place)).toBe(bare);
    }
  });

  it('is the folder around a bare repository that is called .git', async () => {
    const root = folder();
    git(root, 'clone', '--bare', repository(`${root}/from`), 'project/.git');
    git(`${root}/project`, 'worktree', 'add', 'main-tree', 'main');
    expect(await projectOf(host, `${root}/project/main-tree`)).toBe(`${root}/project`);
  });

  it('of a submodule is the submodule, and so for its worktrees', async () => {
    const root = folder();
    const outer = repository(`${root}/outer`);
    git(outer, 'submodule', 'add', repository(`${root}/inner`), 'libs/inner');
    const inner = `${outer}/libs/inner`;
    expect(await projectOf(host, inner)).toBe(inner);
    git(inner, 'worktree', 'add', `${root}/of-inner`);
    expect(await projectOf(host, `${root}/of-inner`)).toBe(inner);
    expect(await projectOf(host, outer)).toBe(outer);
  });

  it('of a repository that is kept elsewhere is where the files are', async () => {
    const root = folder();
    const top = repository(`${root}/top`, '--separate-git-dir', `${root}/kept`);
    expect(await projectOf(host, top)).toBe(top);
  });

  it('is a nested repository, not the one around it', async () => {
    const outer = repository(`${folder()}/outer`);
    const inner = repository(`${outer}/inner`);
    expect(await projectOf(host, inner)).toBe(inner);
  });

  it('is a real path', async () => {
    const root = folder();
    const top = repository(`${root}/top`);
    mkdirSync(`${top}/src`);
    symlinkSync(`${top}/src`, `${root}/link`, 'junction');
    expect(await projectOf(host, `${root}/link`)).toBe(top);
  });

  it('ignores what only looks like git', async () => {
    const root = folder();
    const top = repository(`${root}/top`);
    mkdirSync(`${top}/a/.git`, { recursive: true });
    mkdirSync(`${top}/b`, { recursive: true });
    writeFileSync(`${top}/b/.git`, 'nothing to see here');
    expect(await projectOf(host, `${top}/a`)).toBe(top);
    expect(await projectOf(host, `${top}/b`)).toBe(top);
  });

  it('is the worktree when its repository is gone', async () => {
    const root = folder();
    const top = repository(`${root}/top`);
    git(top, 'worktree', 'add', '../beside');
    renameSync(`${top}/.git`, `${root}/kept`);
    expect(await projectOf(host, `${root}/beside`)).toBe(`${root}/beside`);
    renameSync(top, `${root}/moved`);
    expect(await projectOf(host, `${root}/beside`)).toBe(`${root}/beside`);
    rmSync(`${root}/moved`, { recursive: true });
    expect(await projectOf(host, `${root}/beside`)).toBe(`${root}/beside`);
  });

  it('is the directory itself when that is gone', async () => {
    const root = folder();
    expect(await projectOf(host, `${root}/gone`)).toBe(`${root}/gone`);
  });
});
