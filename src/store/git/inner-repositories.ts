import { posix } from 'node:path';
import type { Host } from '../../model/host.ts';
import { realPath } from '../../trust/territory.ts';
import { type GitReading, readGit } from './run-git.ts';

/** A folder in a worktree that is a repository of its own. Paths are relative to the worktree. */
export interface InnerRepository {
  readonly path: string;
  /** Git takes none of its files into the repository around it; otherwise only its history. */
  readonly isLeftOut: boolean;
}

/**
 * The repositories inside a worktree, also submodules with files. Folders that git ignores are not searched. Rejects if git
 * cannot read the worktree.
 */
export async function innerRepositories(host: Host, worktree: string): Promise<InnerRepository[]> {
  const top = realPath(worktree);
  const index = await listed(host, top, ['ls-files', '--stage', '-z']);
  const tracked = index.map((line) => ({ isLink: line.startsWith('160000 '), path: line.replace(/^[^\t]*\t/, '') }));
  const others = await listed(host, top, ['ls-files', '--others', '--exclude-standard', '-z']);
  const links = tracked.filter(({ isLink }) => isLink).map(({ path }) => path);
  const filled = await filter(links, async (path) => hasFiles(host, `${top}/${path}`));
  // Git lists such a folder in place of its files.
  const untracked = others.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
  const leftOut = new Set([...filled, ...untracked]);
  const folders = foldersOf([...tracked.map(({ path }) => path), ...others]).filter((path) => !leftOut.has(path));
  const besides = await filter(folders, async (path) => (await host.fs.status(`${top}/${path}/.git`)) !== undefined);
  const found = [...leftOut].map((path) => ({ path, isLeftOut: true }));
  return [...found, ...besides.map((path) => ({ path, isLeftOut: false }))];
}

/** The folders of these files, without the top. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = posix.dirname(path); at !== '.' && !folders.has(at); at = posix.dirname(at)) folders.add(at);
  return [...folders];
}

async function hasFiles({ fs }: Host, path: string): Promise<boolean> {
  if ((await fs.status(path))?.kind !== 'directory') return false;
  return (await fs.readDirectory(path)).length > 0;
}

async function filter(paths: readonly string[], test: (path: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (await test(path)) found.push(path);
  return found;
}

async function listed(host: Host, top: string, args: GitReading): Promise<string[]> {
  const ended = await readGit(host, top, args);
  if (ended?.code !== 0) throw new Error(ended?.errors.trim() ?? 'it is not in a git repository');
  return ended.output.split('\0').filter(Boolean);
}
