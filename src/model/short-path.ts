import type { Host } from './host.ts';
import { visible } from './visible.ts';

/** The path relative to the current directory, or with `~` for the home directory. */
export function shortPath(path: string, { home, cwd }: Pick<Host, 'home' | 'cwd'>): string {
  const inside = (directory: string): string | undefined =>
    directory.length > 1 && path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : undefined;
  const here = cwd === home ? undefined : inside(cwd);
  const atHome = inside(home);
  return visible(here ?? (atHome === undefined ? path : `~/${atHome}`));
}
