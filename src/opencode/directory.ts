import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { ToolFailure } from './failure.ts';
import type { Settings } from './settings.ts';
import type { Endpoint } from './upstream/endpoint.ts';

/**
 * The directory a call is about, as it is on disk. OpenCode itself takes any text, works in a directory that does not
 * exist, and keeps sessions apart by the spelling.
 */
export function checkDirectory(asked: string | undefined, settings: Settings, endpoint: Endpoint): string {
  const wanted = asked ?? settings.project;
  if (!isAbsolute(wanted)) throw invalid(`${wanted} is no absolute path.`);
  if (!isLocal(endpoint)) return wanted;
  const path = real(wanted);
  if (path === undefined) throw invalid(`There is no directory ${wanted}.`);
  if (settings.roots.length > 0 && !settings.roots.some((root) => isInside(path, real(root) ?? resolve(root))))
    throw invalid(`${wanted} is outside the directories this server may work in: ${settings.roots.join(', ')}.`);
  return path;
}

/** A server elsewhere has directories of its own. */
export function isLocal({ url, managed }: Endpoint): boolean {
  return managed || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

function real(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

function invalid(message: string): ToolFailure {
  return new ToolFailure('DIRECTORY_INVALID', message, [
    'Pass the absolute path of an existing project directory, or leave directory out for the default project.',
  ]);
}
