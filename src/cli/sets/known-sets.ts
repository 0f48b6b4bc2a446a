import type { Command } from 'commander';
import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/error.ts';
import { shortPath } from '../../model/short-path.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { MissingConfigDirectoryError } from '../../sets/missing-config-directory.ts';
import { scanSets } from '../../sets/scan.ts';
import { pathOfSet as pathInDirectory } from '../../sets/sets-here.ts';
import type { CommandContext } from '../command-context.ts';
import { withProgress } from '../progress.ts';
import { directoryOf, isChosenDirectory } from './set-directory.ts';

/** All sets there are. The usual directory need not be there: then there are none. */
export async function knownSets(command: Command, { host, output }: CommandContext): Promise<ConfigSet[]> {
  const directory = directoryOf(command, host);
  try {
    return await withProgress(output, 'Reading the sets', () => scanSets(host, directory));
  } catch (error) {
    if (error instanceof MissingConfigDirectoryError && !isChosenDirectory(command, host)) return [];
    throw error;
  }
}

/** The set of this name, whether it can be used or not. */
export function setNamed(name: string, sets: readonly ConfigSet[], directory: string): ConfigSet {
  const found = sets.find((set) => set.name === name) ?? sets.find((set) => `${set.name}.json` === name);
  if (found) return found;
  const near = closest(
    name,
    sets.map((set) => set.name),
  );
  throw new PlugboardError('set-unknown', { name, directory, ...(near === undefined ? {} : { near }) });
}

/** The set of this name; an error when nothing can be done with it. */
export function usableSet(name: string, sets: readonly ConfigSet[], directory: string): ConfigSet {
  const set = setNamed(name, sets, directory);
  if (set.error !== undefined)
    throw new PlugboardError('set-unusable', { name: set.name, file: set.path, reason: set.error });
  return set;
}

/** Where a set of this name stands or would stand. */
export function pathOfSet(command: Command, { host }: CommandContext, name: string): string {
  const directory = directoryOf(command, host);
  return (
    pathInDirectory(directory, name) ??
    command.error(
      `error: '${name}' cannot be the name of a set: it is the name of a file in ${shortPath(directory, host)}`,
    )
  );
}
