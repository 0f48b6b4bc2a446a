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

/** The sets in the directory that the environment says, else in the usual one, which need not be there. */
export async function setsHere(host: Host): Promise<SetsHere> {
  const directory = configDirectory(host);
  try {
    return { directory, exists: true, sets: await scanSets(host, directory) };
  } catch (error) {
    if (error instanceof MissingConfigDirectoryError) return { directory, exists: false, sets: [] };
    throw error;
  }
}

/** Where a set of this name stands or would stand; undefined when no file could be called so. */
export function pathOfSet(directory: string, name: string): string | undefined {
  const plain = name.replace(/\.json$/, '');
  const fits = /^[^/\\:*?"<>|]+$/.test(plain) && !plain.startsWith('.');
  return fits ? `${directory}/${plain}.json` : undefined;
}

/** Everything in the sets here that came with a project. */
export async function projectServersInSets(host: Host): Promise<ProjectSource[]> {
  return sourcesInSets(host, (await setsHere(host)).sets);
}
