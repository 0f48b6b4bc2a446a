import type { Host } from './host.ts';
import { visible } from './visible.ts';

/**
 * The path relative to the current directory, or with `~` for the home directory. On Windows with backslashes and without
 * `~`, which its command interpreter does not know.
 */
export function shortPath(path: string, { home, cwd, platform }: Pick<Host, 'home' | 'cwd' | 'platform'>): string {
  const cased = (text: string): string => (platform === 'win32' ? text.toLowerCase() : text);
  const inside = (directory: string): string | undefined =>
    directory.length > 1 && cased(path).startsWith(`${cased(directory)}/`)
      ? path.slice(directory.length + 1)
      : undefined;
  const here = cwd === home ? undefined : inside(cwd);
  if (platform === 'win32') return visible((here ?? path).replaceAll('/', '\\'));
  const atHome = inside(home);
  return visible(here ?? (atHome === undefined ? path : `~/${atHome}`));
}

/**
 * An absolute path as people write it: on Windows, which alone has drives and shares, with backslashes. Internally, and in
 * JSON, all paths have forward slashes.
 */
export function shownPath(path: string): string {
  return /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/])/.test(path) ? path.replaceAll('/', '\\') : path;
}

/** A path of the system as it is used internally. Outside Windows a backslash is a valid character in names. */
export function slashedPath(path: string, platform: Host['platform']): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

const pathKeys: ReadonlySet<string> = new Set('path file directory project program cwd backups beside'.split(' '));

/** The data of a message with paths as people write them. */
export function withShownPaths<T extends object>(data: T): T {
  const found = Object.entries(data).filter(([key, value]) => pathKeys.has(key) && typeof value === 'string');
  const changed = found.flatMap(([key, value]) => (shownPath(value) === value ? [] : [[key, shownPath(value)]]));
  return changed.length === 0 ? data : { ...data, ...(Object.fromEntries(changed) as Partial<T>) };
}
