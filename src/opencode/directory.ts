import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, win32 } from 'node:path';
import { ToolFailure } from './failure.ts';
import type { Settings } from './settings.ts';
import type { Api } from './upstream/api.ts';
import type { Endpoint } from './upstream/endpoint.ts';

/**
 * Returns the real path of a call's directory. OpenCode accepts any text, works in directories that do not exist, and
 * keeps sessions apart by spelling.
 */
export function checkDirectory(asked: string | undefined, settings: Settings, endpoint: Endpoint): string {
  const { path, fault } = examine(asked ?? settings.project, settings.roots, endpoint);
  if (fault === undefined) return path;
  const isDefaultUsable = asked !== undefined && isUsable(settings.project, settings, endpoint);
  const where = settings.roots.length > 0 ? ` inside ${settings.roots.join(', ')}` : '';
  throw new ToolFailure('DIRECTORY_INVALID', fault, [
    `Pass the absolute path of an existing project directory${where}${isDefaultUsable ? ', or omit directory to use the default project' : ''}.`,
  ]);
}

/** Returns the directory of a session. It may no longer exist: the session can still be read, stopped and deleted. */
export function checkSessionDirectory(home: string, settings: Settings, endpoint: Endpoint): string {
  const isGone = endpoint.local && isAbsolute(home) && real(home) === undefined;
  return isGone && isAllowed(futurePath(home), settings.roots) ? home : checkDirectory(home, settings, endpoint);
}

/** Refuses to run in a session whose directory no longer exists: OpenCode would fail with a stack trace. */
export function checkNotGone({ endpoint, directory }: Api): void {
  if (!endpoint.local || real(directory) !== undefined) return;
  throw new ToolFailure('DIRECTORY_INVALID', `The directory of this session, ${directory}, no longer exists.`, [
    'Start a new session in another directory.',
  ]);
}

interface Examined {
  readonly path: string;
  /** Why the directory cannot be used. */
  readonly fault?: string;
}

function examine(wanted: string, roots: readonly string[], endpoint: Endpoint): Examined {
  const found = endpoint.local ? examineLocal(wanted, roots) : examineRemote(wanted, roots);
  if (found.fault !== undefined || !isDecodedByOpencode(found.path)) return found;
  return { ...found, fault: `OpenCode cannot work in ${wanted}: it percent-decodes paths.` };
}

/**
 * OpenCode percent-decodes paths (a%41 becomes aA, %2e%2e the parent), so it would use another directory, perhaps
 * outside the roots.
 */
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
  if (path === undefined) return { path: wanted, fault: `Directory ${wanted} does not exist.` };
  if (!statSync(path).isDirectory()) return { path, fault: `${wanted} is not a directory.` };
  const project = projectOfWorktree(path);
  const isInRoots = isAllowed(path, roots) || (project !== undefined && isAllowed(project, roots));
  return isInRoots ? { path } : { path, fault: outside(wanted, roots) };
}

/** Whether calls may use a directory. */
export function isUsable(path: string, { roots }: Pick<Settings, 'roots'>, endpoint: Endpoint): boolean {
  return examine(path, roots, endpoint).fault === undefined;
}

/**
 * A remote disk cannot be checked, so the spelling is. If this machine also has the directory, it is checked too, in
 * case the server shares the disk.
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

/** Rejects a directory that differs from the session's own: OpenCode would ignore it. */
export function checkSameDirectory(
  asked: string | undefined,
  { endpoint, directory }: Api,
  sessionId: string,
  settings: Settings,
): void {
  if (asked === undefined || checkDirectory(asked, settings, endpoint) === directory) return;
  throw new ToolFailure('INVALID_INPUT', `Session ${sessionId} works in ${directory}, not in ${asked}.`, [
    'Omit directory: a session has its own.',
  ]);
}

/**
 * Returns the real path of a file argument. It must be inside the call's directory or a root, also after resolving
 * symlinks. Undefined if it does not exist.
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
 * Maps a directory in a git worktree to the main project, if both sides refer to each other: one side alone could be
 * forged.
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

/** Resolves a path that does not exist below its deepest existing parent. */
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
