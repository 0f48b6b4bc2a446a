import { isAbsolute } from 'node:path';
import { lastingSearchPath, searchPath, variable } from '../../model/find-program.ts';
import type { Environment } from '../../model/reference.ts';
import { isWithin, territoryOf } from '../../trust/territory.ts';
import { realPathOf } from '../around/quick-files.ts';
import { isProgramPlace, withoutVersion } from './program-places.ts';
import type { StartPlace } from './start-place.ts';

/**
 * The directories of PATH as a grant records them: what the line starts may look for other programs there. Neither
 * relative ones, nor those that npm added for this run.
 */
export function recordedDirectories(machine: StartPlace): string[] {
  return [...new Set(lastingSearchPath(machine).flatMap((one) => namesOf(one, machine)))];
}

/**
 * The directories of PATH that remain for what a line with secrets starts: those of one of its grants, places of the
 * system and of version managers, and what was added because the program was not found. A grant of an earlier version has
 * none recorded, and leaves all but those of the project.
 */
export function keptDirectories(
  machine: StartPlace,
  grants: readonly (readonly string[] | undefined)[],
  added: readonly string[],
): string[] {
  const recorded = new Set(grants.flatMap((one) => one ?? []));
  const { cwd, home, project: around = cwd } = machine;
  const project = grants.includes(undefined) ? territoryOf(around, home) : undefined;
  return searchPath(machine).flatMap((one) => {
    if (!isAbsolute(one)) return [];
    const [name = '', real = ''] = namesOf(one, machine);
    if (isProgramPlace(one, machine) || added.includes(one) || recorded.has(name)) return [one];
    if (project && !project.some((directory) => isWithin(one, directory))) return [one];
    // Not by its own name, which could lead elsewhere in a moment.
    const target = realPathOf(one);
    return isProgramPlace(target, machine) || recorded.has(real) ? [target] : [];
  });
}

/** The environment with these directories as its PATH. */
export function withSearchPath({ env, platform }: StartPlace, directories: readonly string[]): Environment {
  const name = Object.keys(env).find((one) => variable('PATH', { [one]: '.' }, platform) !== undefined) ?? 'PATH';
  const isWindows = platform === 'win32';
  // An empty PATH is the working directory.
  const all = directories.length === 0 && !isWindows ? ['/usr/bin', '/bin'] : directories;
  return { ...env, [name]: all.join(isWindows ? ';' : ':') };
}

/** A directory as written and with links resolved, the same for all versions of what is in it. */
export function namesOf(directory: string, { home, platform }: StartPlace): string[] {
  const names = [directory, realPathOf(directory)].map((one) => withoutVersion(one, home));
  return platform === 'win32' ? names.map((one) => one.toLowerCase()) : names;
}
