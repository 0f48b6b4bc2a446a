import type { Host } from '../model/host.ts';
import { setFileNames } from './directory-names.ts';
import { leadsNowhere } from './leads-nowhere.ts';
import { MissingConfigDirectoryError } from './missing-config-directory.ts';

/** A set that is a symbolic link to something that is not there. */
export interface BrokenLink {
  readonly path: string;
  /** Where it leads, as it says itself. */
  readonly target: string;
}

/** None in a directory that is not there. Throws when it cannot be looked into. */
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

/** What may not be looked at is left alone. */
export async function isBrokenLink(host: Host, path: string): Promise<boolean> {
  const status = await host.fs.status(path).catch(() => undefined);
  return status?.kind === 'link' && leadsNowhere(host, path);
}
