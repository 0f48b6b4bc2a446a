import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, win32 } from 'node:path';
import { ToolFailure } from './failure.ts';
import type { Settings } from './settings.ts';
import type { Api } from './upstream/api.ts';
import type { Endpoint } from './upstream/endpoint.ts';

/**
 * The directory a call is about, as it is on disk. OpenCode itself takes any text, works in a directory that does not
 * exist, and keeps sessions apart by the spelling.
 */
export function checkDirectory(asked: string | undefined, settings: Settings, endpoint: Endpoint): string {
  const { path, fault } = examine(asked ?? settings.project, settings.roots, endpoint);
  if (fault === undefined) return path;
  const isDefaultUsable = asked !== undefined && isUsable(settings.project, settings, endpoint);
  const where = settings.roots.length > 0 ? ` inside ${settings.roots.join(', ')}` : '';
  throw new ToolFailure('DIRECTORY_INVALID', fault, [
    `Pass the absolute path of an existing project directory${where}${isDefaultUsable ? ', or leave directory out for the default project' : ''}.`,
  ]);
}

/** The directory of a session. It may be gone: what the session has done can still be read, stopped and deleted. */
export function checkSessionDirectory(home: string, settings: Settings, endpoint: Endpoint): string {
  const isGone = endpoint.local && isAbsolute(home) && real(home) === undefined;
  return isGone && isAllowed(futurePath(home), settings.roots) ? home : checkDirectory(home, settings, endpoint);
}

/** Refuses to work in a session whose directory is gone: OpenCode would fail with a stack trace. */
export function checkNotGone({ endpoint, directory }: Api): void {
  if (!endpoint.local || real(directory) !== undefined) return;
  throw new ToolFailure('DIRECTORY_INVALID', `The directory of this session, ${directory}, no longer exists.`, [
    'Begin a new session in another directory.',
  ]);
}

interface Examined {
  readonly path: string;
  /** Why it cannot be used. */
  readonly fault?: string;
}

function examine(wanted: string, roots: readonly string[], endpoint: Endpoint): Examined {
  const found = endpoint.local ? examineLocal(wanted, roots) : examineRemote(wanted, roots);
  if (found.fault !== undefined || !isDecodedByOpencode(found.path)) return found;
  return { ...found, fault: `OpenCode cannot work in ${wanted}: it decodes % and the digits after it in a path.` };
}

/** OpenCode would work in another directory, perhaps outside the roots: it decodes a%41 to aA, and %2e%2e to a parent. */
function isDecodedByOpencode(path: string): boolean {
  try {
    return decodeURIComponent(path) !== path;
  } catch {
    return false;
  }
}

function examineLocal(wanted: string, roots: readonly string[]): Examined {
  if (!isAbsolute(wanted)) return { path: wanted, fault: `${wanted} is not an absolute path.` };
  const path = real(wanted);
  if (path === undefined) return { path: wanted, fault: `There is no directory ${wanted}.` };
  if (!statSync(path).isDirectory()) return { path, fault: `${wanted} is not a directory.` };
  const project = projectOfWorktree(path);
  const isInRoots = isAllowed(path, roots) || (project !== undefined && isAllowed(project, roots));
  return isInRoots ? { path } : { path, fault: outside(wanted, roots) };
}

/** Whether calls may be about a directory. */
export function isUsable(path: string, { roots }: Pick<Settings, 'roots'>, endpoint: Endpoint): boolean {
  return examine(path, roots, endpoint).fault === undefined;
}

/**
 * The disk of another machine cannot be looked at, so the spelling counts; and the disk of this one, should it have the
 * directory, in case the server shares it after all.
 */
function examineRemote(wanted: string, roots: readonly string[]): Examined {
  const style = wanted.startsWith('/') ? posix : win32;
  if (!style.isAbsolute(wanted)) return { path: wanted, fault: `${wanted} is not an absolute path.` };
  const path = style.normalize(wanted);
  const here = real(path);
  const isSpelledInside = roots.length === 0 || roots.some((root) => isInside(style.relative(root, path)));
  if (isSpelledInside && (here === undefined || isAllowed(here, roots))) return { path };
  return { path, fault: outside(wanted, roots) };
}

/** Refuses a directory that a call names beside a session of another one, which would be ignored. */
export function checkSameDirectory(
  asked: string | undefined,
  { endpoint, directory }: Api,
  sessionId: string,
  settings: Settings,
): void {
  if (asked === undefined || checkDirectory(asked, settings, endpoint) === directory) return;
  throw new ToolFailure('INVALID_INPUT', `Session ${sessionId} works in ${directory}, not in ${asked}.`, [
    'Leave directory out: a session has its own.',
  ]);
}

/**
 * A file that a call names, as it is on disk: inside the directory of the call or one of the roots, also when it is a
 * symlink. Undefined when nothing is there.
 */
export function checkFilePath(directory: string, file: string, roots: readonly string[]): string | undefined {
  const path = resolve(directory, file);
  const found = real(path);
  const allowed = [...new Set([directory, ...roots])];
  if (isAllowed(found ?? path, allowed)) return found;
  throw new ToolFailure('FILE_NOT_FOUND', `${file} is outside ${allowed.join(', ')}.`, [
    'Pass a path inside the directory, or another directory.',
  ]);
}

/**
 * What a directory of a git worktree is in the project itself, if both sides say that they belong together: one side
 * alone could be forged.
 */
function projectOfWorktree(directory: string): string | undefined {
  const pointer = join(directory, '.git');
  if (real(pointer) === undefined) {
    const parent = dirname(directory);
    const project = parent === directory ? undefined : projectOfWorktree(parent);
    return project === undefined ? undefined : join(project, basename(directory));
  }
  const git = textOf(pointer, /^gitdir: (.+)$/m);
  const back = git === undefined ? undefined : textOf(join(git, 'gitdir'), /^(.+)$/m);
  if (git === undefined || back === undefined || real(back) !== real(pointer)) return undefined;
  return real(dirname(resolve(git, '..', '..')));
}

function textOf(path: string, pattern: RegExp): string | undefined {
  try {
    return pattern.exec(readFileSync(path, 'utf8'))?.[1]?.trim();
  } catch {
    return undefined;
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A path that does not exist, below the part of it that does. */
function futurePath(path: string): string {
  const parent = dirname(path);
  return parent === path ? path : join(real(parent) ?? futurePath(parent), basename(path));
}

function isAllowed(path: string, roots: readonly string[]): boolean {
  return roots.length === 0 || roots.some((root) => isInside(relative(real(root) ?? resolve(root), path)));
}

function isInside(way: string): boolean {
  return way === '' || (way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way));
}

function outside(wanted: string, roots: readonly string[]): string {
  return `${wanted} is outside the directories this server may work in: ${roots.join(', ')}.`;
}
