import { basename, dirname, resolve } from 'node:path';
import type { Host } from '../model/host.ts';

/**
 * What somebody works on in this directory: the main worktree of its git repository, so that all worktrees of one
 * repository are the same project, or else the directory itself. A real path, with forward slashes. Git is not needed.
 */
export async function projectOf(host: Host, directory: string): Promise<string> {
  const given = resolve(host.cwd, directory);
  const start = (await realPath(host, given)) ?? given;
  for (let place = start; ; place = dirname(place)) {
    const root = await rootAt(host, place);
    if (root !== undefined) return withSlashes(host, (await realPath(host, root)) ?? place);
    if (dirname(place) === place) return withSlashes(host, start);
  }
}

/** The main worktree when this directory belongs to git, as a worktree or as a repository. */
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

/** A submodule, too, keeps its repository elsewhere; only that of another worktree says which one it shares. */
async function mainOfWorktree(host: Host, place: string, repository: string): Promise<string> {
  const shared = await textOf(host, `${repository}/commondir`);
  return shared === undefined ? place : mainOfRepository(host, resolve(repository, shared.trim()));
}

/** A repository without files of its own, from which there are only worktrees, stands for itself. */
async function mainOfRepository(host: Host, repository: string): Promise<string> {
  if (basename(repository) === '.git') return dirname(repository);
  // The repository of a submodule says this, as a line of its own.
  const worktree = /^\s*worktree\s*=\s*"?(.*?)"?\s*$/m.exec((await textOf(host, `${repository}/config`)) ?? '')?.[1];
  return worktree === undefined ? repository : resolve(repository, worktree);
}

/** What git itself takes for one. */
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

function withSlashes(host: Host, path: string): string {
  return host.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
