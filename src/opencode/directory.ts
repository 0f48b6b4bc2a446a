import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, resolve, win32 } from 'node:path';
import { ToolFailure } from './failure.ts';
import type { Settings } from './settings.ts';
import type { Api } from './upstream/api.ts';
import type { Endpoint } from './upstream/endpoint.ts';

/**
 * The directory a call is about, as it is on disk. OpenCode itself takes any text, works in a directory that does not
 * exist, and keeps sessions apart by the spelling.
 */
export function checkDirectory(asked: string | undefined, settings: Settings, endpoint: Endpoint): string {
  const wanted = asked ?? settings.project;
  const { roots } = settings;
  if (!endpoint.local) return checkRemote(wanted, roots);
  if (!isAbsolute(wanted)) throw invalid(`${wanted} is not an absolute path.`);
  const path = real(wanted);
  if (path === undefined || !statSync(path).isDirectory()) throw invalid(`There is no directory ${wanted}.`);
  const project = projectOfWorktree(path);
  if (isAllowed(path, roots) || (project !== undefined && isAllowed(project, roots))) return path;
  throw outside(wanted, roots);
}

/**
 * The disk of another machine cannot be looked at, so the spelling counts; and the disk of this one, should it have the
 * directory, in case the server shares it after all.
 */
function checkRemote(wanted: string, roots: readonly string[]): string {
  const style = wanted.startsWith('/') ? posix : win32;
  if (!style.isAbsolute(wanted)) throw invalid(`${wanted} is not an absolute path.`);
  const path = style.normalize(wanted);
  const here = real(path);
  const isSpelledInside = roots.length === 0 || roots.some((root) => isInside(style.relative(root, path)));
  if (isSpelledInside && (here === undefined || isAllowed(here, roots))) return path;
  throw outside(wanted, roots);
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
  const allowed = [directory, ...roots];
  if (isAllowed(found ?? path, allowed)) return found;
  throw new ToolFailure('FILE_NOT_FOUND', `${file} is outside ${allowed.join(', ')}.`, [
    'Pass a path inside the directory, or another directory.',
  ]);
}

/** The project whose git worktree a directory is, if both say so: one side alone could be forged. */
function projectOfWorktree(directory: string): string | undefined {
  const git = textOf(join(directory, '.git'), /^gitdir: (.+)$/m);
  const back = git === undefined ? undefined : textOf(join(git, 'gitdir'), /^(.+)$/m);
  if (git === undefined || back === undefined || real(back) !== real(join(directory, '.git'))) return undefined;
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

function isAllowed(path: string, roots: readonly string[]): boolean {
  return roots.length === 0 || roots.some((root) => isInside(relative(real(root) ?? resolve(root), path)));
}

function isInside(way: string): boolean {
  return way === '' || (way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way));
}

function outside(wanted: string, roots: readonly string[]): ToolFailure {
  return invalid(`${wanted} is outside the directories this server may work in: ${roots.join(', ')}.`);
}

function invalid(message: string): ToolFailure {
  return new ToolFailure('DIRECTORY_INVALID', message, [
    'Pass the absolute path of an existing project directory, or leave directory out for the default project.',
  ]);
}
