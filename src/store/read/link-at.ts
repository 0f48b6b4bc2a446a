import type { Host } from '../../model/host.ts';

/** Where the symbolic link at this path leads, in its own words; undefined when there is none. */
export async function linkAt(host: Host, path: string): Promise<string | undefined> {
  return (await host.fs.status(path))?.kind === 'link' ? host.fs.readLink(path) : undefined;
}
