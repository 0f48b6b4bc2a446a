import { dirname, join, resolve } from 'node:path';
import type { Host } from '../../model/host.ts';
import { isInside } from '../../model/paths/comparable-path.ts';
import { linkAt } from '../read/link-at.ts';

/** The first of `directories` that contains the path, literally or after resolving links. */
export async function enclosingDirectory(
  host: Host,
  path: string,
  directories: readonly string[],
): Promise<string | undefined> {
  const real = await realPath(host, path);
  for (const directory of directories) {
    if (isBelow(path, directory) || isBelow(real, await realPath(host, directory))) return directory;
  }
  return undefined;
}

export function isBelow(path: string, directory: string): boolean {
  const platform = process.platform === 'win32' ? 'win32' : 'linux';
  return isInside(resolve(path), resolve(directory), platform);
}

const MOST_LINKS = 40;

/** Resolves links as far as the path exists. A link whose target is missing is resolved too: a write would create it. */
export async function realPath(host: Host, path: string, links = 0): Promise<string> {
  try {
    return await host.fs.realPath(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const directory = await realPath(host, parent, links);
    const target = links < MOST_LINKS ? await linkAt(host, path).catch(() => undefined) : undefined;
    if (target === undefined) return join(directory, path.slice(parent.length));
    return realPath(host, resolve(directory, target), links + 1);
  }
}
