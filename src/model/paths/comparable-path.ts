import type { Host } from '../host.ts';

/**
 * An absolute path in a form that is equal for equal places, without a slash at the end. Windows ignores case, and dots
 * and spaces at the end of names, and knows long forms of paths (`\\?\C:\…`).
 */
export function comparablePath(path: string, platform: Host['platform']): string {
  if (platform !== 'win32') return path.replace(/(?<=.)\/+$/, '');
  const slashed = path
    .replaceAll('\\', '/')
    .replace(/^\/\/[?.]\/UNC\//i, '//')
    .replace(/^\/\/[?.]\//, '');
  const names = slashed
    .replaceAll(/(?<=.)\/+/g, '/')
    .split('/')
    .map((name) => (/^\.{1,2}$/.test(name) ? name : name.replace(/[. ]+$/, '')));
  return names.join('/').replace(/\/$/, '').toLowerCase();
}

/** Whether a path is the directory or in it. */
export function isInside(path: string, directory: string, platform: Host['platform']): boolean {
  const [inner, outer] = [path, directory].map((one) => comparablePath(one, platform).replace(/\/$/, ''));
  return `${inner}/`.startsWith(`${outer}/`);
}
