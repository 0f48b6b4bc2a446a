import { resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { MissingConfigDirectoryError } from '../../sets/missing-config-directory.ts';
import { readSetAt } from '../../sets/read-set.ts';
import { scanSets } from '../../sets/scan.ts';
import { pathOfSet as pathInDirectory } from '../../sets/sets-here.ts';
import { withProgress } from '../output/progress.ts';
import type { CommandContext } from '../program/command-context.ts';
import { directoryOf, isChosenDirectory } from './set-directory.ts';

/** All sets; none if the default directory does not exist. */
export async function knownSets(command: Command, { host, output }: CommandContext): Promise<ConfigSet[]> {
  const directory = directoryOf(command, host);
  try {
    return await withProgress(output, 'Reading the sets', () => scanSets(host, directory));
  } catch (error) {
    if (error instanceof MissingConfigDirectoryError && !isChosenDirectory(command, host)) return [];
    throw error;
  }
}

/** Like `knownSets`, for commands that create the directory: a missing one has no sets yet. */
export async function setsIfThere(command: Command, context: CommandContext): Promise<ConfigSet[]> {
  return knownSets(command, context).catch((error: unknown) => {
    if (error instanceof MissingConfigDirectoryError) return [];
    throw error;
  });
}

/** The set with this name, valid or not. Throws if there is none. */
export function setNamed(name: string, sets: readonly ConfigSet[], directory: string): ConfigSet {
  const found = sets.find((set) => set.name === name) ?? sets.find((set) => `${set.name}.json` === name);
  if (found) return found;
  const near = closest(
    name,
    sets.map((set) => set.name),
  );
  throw new PlugboardError('set-unknown', { name, directory, ...(near === undefined ? {} : { near }) });
}

/** The set with this name. Throws if it is missing or invalid. */
export function usableSet(name: string, sets: readonly ConfigSet[], directory: string): ConfigSet {
  return expectUsable(setNamed(name, sets, directory));
}

export function expectUsable(set: ConfigSet): ConfigSet {
  const { name, path: file, error: reason, fix, byPath: isByPath } = set;
  if (reason === undefined) return set;
  throw new PlugboardError('set-unusable', { name, file, reason, ...(fix && { fix }), ...(isByPath && { isByPath }) });
}

/** The sets given on the command line, valid or not: by name, or as file paths. */
export async function setsMeant(
  words: readonly string[],
  known: () => Promise<readonly ConfigSet[]>,
  directory: string,
  host: Host,
): Promise<ConfigSet[]> {
  const sets = words.every(isPath) ? [] : await known();
  return Promise.all(words.map(async (word) => (isPath(word) ? setAt(word, host) : setNamed(word, sets, directory))));
}

/** Set names cannot contain separators. */
function isPath(word: string): boolean {
  return word.includes('/') || (process.platform === 'win32' && word.includes('\\'));
}

async function setAt(word: string, host: Host): Promise<ConfigSet> {
  const path = resolve(host.cwd, word).replaceAll(sep, '/');
  if (!(await host.fs.status(path))) throw new PlugboardError('source-missing', { source: word });
  return readSetAt(host, path);
}

/** The path of a set with this name. Exits with a usage error if the name is not a valid file name. */
export function pathOfSet(command: Command, { host }: CommandContext, name: string): string {
  const directory = directoryOf(command, host);
  return (
    pathInDirectory(directory, name) ??
    command.error(
      `error: '${name}' is not a valid set name: it must be a file name on every system, in ${shortPath(directory, host)}`,
    )
  );
}
