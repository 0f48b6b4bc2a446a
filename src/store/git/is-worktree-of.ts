import { dirname, join, resolve } from 'node:path';
import type { Host } from '../../model/host.ts';
import { checkoutAround, realPath } from '../../trust/territory.ts';
import { readGit } from './run-git.ts';

/**
 * Whether a directory is a worktree of the repository around another one. Its `.git` is a file among the files of the
 * worktree, so it could lead to any repository: the repository must know the worktree too.
 */
export async function isWorktreeOf(host: Host, project: string, worktree: string): Promise<boolean> {
  const [top, around] = [realPath(worktree), checkoutAround(realPath(project))];
  if (around === undefined || checkoutAround(top) !== top) return false;
  const common = await placeOf(host, around, '--git-common-dir');
  const own = await placeOf(host, top, '--absolute-git-dir');
  if (common === undefined || own === undefined || dirname(own) !== join(common, 'worktrees')) return false;
  const back = await host.fs.readFile(join(own, 'gitdir')).catch(() => undefined);
  return back !== undefined && realPath(dirname(resolve(own, new TextDecoder().decode(back).trim()))) === top;
}

async function placeOf(
  host: Host,
  top: string,
  which: '--git-common-dir' | '--absolute-git-dir',
): Promise<string | undefined> {
  const ended = await readGit(host, top, ['rev-parse', which]);
  return ended?.code === 0 ? realPath(resolve(top, ended.output.replace(/\r?\n$/, ''))) : undefined;
}
