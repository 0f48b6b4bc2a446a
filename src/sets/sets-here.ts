import type { ProjectSource } from '../manage/project-source.ts';
import type { Host } from '../model/host.ts';
import { isDeviceName } from '../model/paths/device-name.ts';
import { configDirectory } from './config-directory.ts';
import type { ConfigSet } from './config-set.ts';
import { MissingConfigDirectoryError } from './missing-config-directory.ts';
import { scanSets } from './scan.ts';
import { sourcesInSets } from './set-sources.ts';

export interface SetsHere {
  readonly directory: string;
  readonly exists: boolean;
  readonly sets: readonly ConfigSet[];
}

/** The sets in the directory from the environment, or in the default one, which may not exist. */
export async function setsHere(host: Host): Promise<SetsHere> {
  const directory = configDirectory(host);
  try {
    return { directory, exists: true, sets: await scanSets(host, directory) };
  } catch (error) {
    if (error instanceof MissingConfigDirectoryError) return { directory, exists: false, sets: [] };
    throw error;
  }
}

/**
 * The path of a set with this name; undefined if the name is not a valid file name on every system: sets are shared, and a
 * file that Windows cannot create also breaks a checkout there.
 */
export function pathOfSet(directory: string, name: string): string | undefined {
  const plain = name.replace(/\.json$/, '');
  const fits = /^[^/\\:*?"<>|\p{Cc}]+$/u.test(plain) && !plain.startsWith('.') && !isDeviceName(plain);
  return fits ? `${directory}/${plain}.json` : undefined;
}

/** All servers in the sets that came from a project. */
export async function projectServersInSets(host: Host): Promise<ProjectSource[]> {
  return sourcesInSets(host, (await setsHere(host)).sets);
}
