import type { ProjectSource } from '../manage/project-source.ts';
import type { Host } from '../model/host.ts';
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

/** Devices of Windows, whatever ending follows. */
const reserved = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)(?:\.|$)/i;

/**
 * The path of a set with this name; undefined if the name is not a valid file name on every system: sets are shared, and a
 * file that Windows cannot create also breaks a checkout there.
 */
export function pathOfSet(directory: string, name: string): string | undefined {
  const plain = name.replace(/\.json$/, '');
  const fits = /^[^/\\:*?"<>|]+$/.test(plain) && !plain.startsWith('.') && !reserved.test(plain.trimEnd());
  return fits ? `${directory}/${plain}.json` : undefined;
}

/** All servers in the sets that came from a project. */
export async function projectServersInSets(host: Host): Promise<ProjectSource[]> {
  return sourcesInSets(host, (await setsHere(host)).sets);
}
