import { basename, dirname, resolve } from 'node:path';
import type { Host } from '../model/host.ts';
import { slashedPath } from '../model/short-path.ts';

/**
 * The project of a directory: the main worktree of its git repository, so all worktrees of a repository are one
 * project, or the directory itself. A real path, with forward slashes. Does not run git.
 */
export async function projectOf(host: Host, directory: string): Promise<string> {
  const given = resolve(host.cwd, directory);
  const start = (await realPath(host, given)) ?? given;
  for (let place = start; ; place = dirname(place)) {
    const root = await rootAt(host, place);
    if (root !== undefined) return slashedPath((await realPath(host, root)) ?? place, host.platform);
    if (dirname(place) === place) return slashedPath(start, host.platform);
  }
}

/** The main worktree if this directory is a worktree or a repository. */
async function rootAt(host: Host, place: string): Promise<string | undefined> {
  const git = `${place}/.git`;
  const kind = await host.fs.kindOf(git);
  if (kind === 'directory' && (await isRepository(host, git))) return place;
  if (kind === 'file') {
    const link = /^gitdir:\s*(.*\S)/.exec((await textOf(host, git)) ?? '')?.[1];
    if (link !== undefined) return mainOfWorktree(host, place, resolve(place, link));
  }
  return (await isRepository(host, place)) ? mainOfRepository(host, place) : undefined;
}

/** A submodule also has its repository elsewhere, but only a linked worktree has a `commondir`. */
async function mainOfWorktree(host: Host, place: string, repository: string): Promise<string> {
  const shared = await textOf(host, `${repository}/commondir`);
  return shared === undefined ? place : mainOfRepository(host, resolve(repository, shared.trim()));
}

/** The worktree of a repository, or the repository itself if it is bare. */
async function mainOfRepository(host: Host, repository: string): Promise<string> {
  if (basename(repository) === '.git') return dirname(repository);
  // Set in the repository of a submodule.
  const worktree = /^\s*worktree\s*=\s*"?(.*?)"?\s*$/m.exec((await textOf(host, `${repository}/config`)) ?? '')?.[1];
  return worktree === undefined ? repository : resolve(repository, worktree);
}

/** Uses the same criteria as git. */
async function isRepository(host: Host, path: string): Promise<boolean> {
  const { fs } = host;
  return (
    (await fs.kindOf(`${path}/objects`)) === 'directory' &&
    (await fs.kindOf(`${path}/refs`)) === 'directory' &&
    (await fs.status(`${path}/HEAD`).catch(() => undefined)) !== undefined
  );
}

async function textOf(host: Host, path: string): Promise<string | undefined> {
  const bytes = await host.fs.readFile(path).catch(() => undefined);
  return bytes && Buffer.from(bytes).toString();
}

async function realPath(host: Host, path: string): Promise<string | undefined> {
  return host.fs.realPath(path).catch(() => undefined);
}
