import { resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/error.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { MissingConfigDirectoryError } from '../../sets/missing-config-directory.ts';
import { readSetAt } from '../../sets/read-set.ts';
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

/** The same for a command that makes the directory: a missing one has no sets yet. */
export async function setsIfThere(command: Command, context: CommandContext): Promise<ConfigSet[]> {
  return knownSets(command, context).catch((error: unknown) => {
    if (error instanceof MissingConfigDirectoryError) return [];
    throw error;
  });
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
  return expectUsable(setNamed(name, sets, directory));
}

export function expectUsable(set: ConfigSet): ConfigSet {
  const { name, path: file, error: reason, fix, byPath: isByPath } = set;
  if (reason === undefined) return set;
  throw new PlugboardError('set-unusable', { name, file, reason, ...(fix && { fix }), ...(isByPath && { isByPath }) });
}

/** The sets that words of a command line mean, whether they can be used or not: names, or files written as paths. */
export async function setsMeant(
  words: readonly string[],
  known: () => Promise<readonly ConfigSet[]>,
  directory: string,
  host: Host,
): Promise<ConfigSet[]> {
  const sets = words.every(isPath) ? [] : await known();
  return Promise.all(words.map(async (word) => (isPath(word) ? setAt(word, host) : setNamed(word, sets, directory))));
}

/** No set has such a name. */
function isPath(word: string): boolean {
  return word.includes('/') || (process.platform === 'win32' && word.includes('\\'));
}

async function setAt(word: string, host: Host): Promise<ConfigSet> {
  const path = resolve(host.cwd, word).replaceAll(sep, '/');
  if (!(await host.fs.status(path))) throw new PlugboardError('source-missing', { source: word });
  return readSetAt(host, path);
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
