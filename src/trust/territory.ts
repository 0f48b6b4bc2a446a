import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, relative, isAbsolute } from 'node:path';
import type { Origin } from '../model/origin.ts';

export interface Surroundings {
  /** Absolute path of the project that is worked in, if any. */
  readonly project?: string;
  readonly home: string;
}

/**
 * The directories whose content came with a project: itself, and the whole checkout it is a part of. A home, or what it
 * lies in, belongs to its person even when that person works right there or keeps it in a repository; unless it is not
 * the home of the account but was moved into a checkout, as on build machines.
 */
export function territoryOf(project: string, home: string): string[] {
  const checkout = checkoutAround(project);
  const directories = new Set([project, ...(checkout === undefined ? [] : [checkout])]);
  return [...directories].filter((directory) => {
    if (!isWithin(home, directory)) return true;
    return existsSync(join(directory, '.git')) && !isWithin(accountHome(), directory);
  });
}

/**
 * The project that a definition came with, which therefore needs a person's approval; undefined for what is that
 * person's own. Where the file lies counts more than what it is called: a file of a person inside the project could have
 * come with it.
 */
export function projectOf(
  { origin }: { readonly origin?: Origin },
  { project, home }: Surroundings,
): string | undefined {
  if (!origin) return undefined;
  if (origin.project !== undefined) return origin.project;
  if (origin.scope === 'project') return project ?? dirname(origin.file);
  return project !== undefined && isInProject(origin.file, project, home) ? project : undefined;
}

/** The project that a file belongs to which a person names by its path: the one that is worked in, or a checkout. */
export function projectAround(file: string, { project, home }: Surroundings): string | undefined {
  if (project !== undefined && isInProject(file, project, home)) return project;
  const checkout = checkoutAround(dirname(realPath(file)));
  return checkout !== undefined && territoryOf(checkout, home).length > 0 ? checkout : undefined;
}

/** Whether a file came with a project, going by where it lies. */
export function isInProject(file: string, project: string, home: string): boolean {
  return territoryOf(project, home).some((directory) => isWithin(file, directory));
}

/** The directories of which one has to be trusted before a person's own servers start in this one, as they really are. */
export function trustRoots(directory: string): string[] {
  const real = realPath(directory);
  const checkout = checkoutAround(real);
  return [...new Set([real, ...(checkout === undefined ? [] : [checkout])])];
}

/** Whether a path is a directory or lies in it, as it is written or as it really is. */
function isWithin(path: string, directory: string): boolean {
  const real = realPath(directory);
  return isBelow(path, directory) || isBelow(realPath(path), real) || isBelow(path, real);
}

function isBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || (!/^\.\.(?:[/\\]|$)/.test(way) && !isAbsolute(way));
}

/** With all links followed as far as something is there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}

function checkoutAround(directory: string): string | undefined {
  if (existsSync(join(directory, '.git'))) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : checkoutAround(parent);
}

/** As the system knows it, whatever HOME says. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // An account without an entry, as in some containers.
    return '/';
  }
}
