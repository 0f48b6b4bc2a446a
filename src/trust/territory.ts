import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, relative, isAbsolute } from 'node:path';
import type { Origin } from '../model/origin.ts';

export interface Surroundings {
  /** Absolute path of the current project, if any. */
  readonly project?: string;
  readonly home: string;
}

/**
 * The directories whose content belongs to a project: the project itself and the checkout around it. The home directory
 * and its ancestors belong to the user, even if the user works there or keeps it in a repository, unless HOME was moved
 * into a checkout, as on build machines.
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
 * The project that a definition came from and therefore needs approval; undefined for a user's definition. The location
 * of the file decides, not its scope: a user-scope file inside the project may have come with it.
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

/** The project of a file given by its path: the current project, or the checkout around the file. */
export function projectAround(file: string, { project, home }: Surroundings): string | undefined {
  if (project !== undefined && isInProject(file, project, home)) return project;
  const checkout = checkoutAround(dirname(realPath(file)));
  return checkout !== undefined && territoryOf(checkout, home).length > 0 ? checkout : undefined;
}

/** Whether a file belongs to a project, by its location. */
export function isInProject(file: string, project: string, home: string): boolean {
  return territoryOf(project, home).some((directory) => isWithin(file, directory));
}

/** Real paths of the directories one of which must be trusted before a user's servers start in this one. */
export function trustRoots(directory: string): string[] {
  const real = realPath(directory);
  const checkout = checkoutAround(real);
  return [...new Set([real, ...(checkout === undefined ? [] : [checkout])])];
}

/** Whether a path is the directory or inside it, as written or with symlinks resolved. */
export function isWithin(path: string, directory: string): boolean {
  const real = realPath(directory);
  return isBelow(path, directory) || isBelow(realPath(path), real) || isBelow(path, real);
}

function isBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || (!/^\.\.(?:[/\\]|$)/.test(way) && !isAbsolute(way));
}

/** The path with symlinks resolved for the part that exists. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}

export function checkoutAround(directory: string): string | undefined {
  if (existsSync(join(directory, '.git'))) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : checkoutAround(parent);
}

/** From the account database, independent of HOME. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // The account has no entry, as in some containers.
    return '/';
  }
}
