import type { Host } from '../model/host.ts';
import { setFileNames } from './directory-names.ts';
import { isDangling } from './is-dangling.ts';
import { MissingConfigDirectoryError } from './missing-config-directory.ts';

/** A set that is a dangling symlink. */
export interface BrokenLink {
  readonly path: string;
  /** The link target as stored in the link. */
  readonly target: string;
}

/** The broken links in a directory, none if it does not exist. Throws if it cannot be read. */
export async function brokenLinks(host: Host, directory: string): Promise<BrokenLink[]> {
  const names = await setFileNames(host, directory).catch((error: unknown): string[] => {
    if (error instanceof MissingConfigDirectoryError) return [];
    throw error;
  });
  const links: BrokenLink[] = [];
  for (const path of names.toSorted().map((name) => `${directory}/${name}`)) {
    const target = (await isBrokenLink(host, path)) ? await host.fs.readLink(path).catch(() => undefined) : undefined;
    if (target !== undefined) links.push({ path, target });
  }
  return links;
}

/** False if the link cannot be inspected. */
export async function isBrokenLink(host: Host, path: string): Promise<boolean> {
  const status = await host.fs.status(path).catch(() => undefined);
  return status?.kind === 'link' && isDangling(host, path);
}
