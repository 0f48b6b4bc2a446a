import type { Host } from '../../model/host.ts';

/** Target of the symbolic link at this path, as written; undefined if there is none. */
export async function linkAt(host: Host, path: string): Promise<string | undefined> {
  return (await host.fs.status(path))?.kind === 'link' ? host.fs.readLink(path) : undefined;
}
