import { directoriesOf, findProgram, type Search } from '../model/find-program.ts';
import type { Host } from '../model/host.ts';

/** The default PATH of desktop programs. On Windows it is the user's PATH. */
const desktopPaths = {
  darwin: '/usr/bin:/bin:/usr/sbin:/sbin',
  linux: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
} as const;

/** Search path of a program started from the desktop; undefined when it equals the terminal's. */
export function desktopPath({ platform }: Pick<Host, 'platform'>): string[] | undefined {
  return platform === 'win32' ? undefined : directoriesOf(desktopPaths[platform], platform);
}

export type FindProgram = (command: string, directories: readonly string[], cwd: string) => Promise<Search>;

/** `findProgram` with a cache. */
export function programFinder(host: Host): FindProgram {
  const searches = new Map<string, Promise<Search>>();
  return (command, directories, cwd) => {
    const key = JSON.stringify([command, directories, cwd]);
    const search = searches.get(key) ?? findProgram(host, command, directories, cwd);
    searches.set(key, search);
    return search;
  };
}
