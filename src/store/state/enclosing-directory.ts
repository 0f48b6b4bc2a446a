import { dirname, join, resolve } from 'node:path';
import type { Host } from '../../model/host.ts';

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
  const slashed = (text: string): string => `${resolve(text).replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return slashed(path).startsWith(slashed(directory));
}

/** Resolves links as far as the path exists. */
export async function realPath(host: Host, path: string): Promise<string> {
  try {
    return await host.fs.realPath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPath(host, parent), path.slice(parent.length));
  }
}
