import { directoriesOf, findProgram, type Search } from '../model/find-program.ts';
import type { Host } from '../model/host.ts';

/** What the system itself gives to programs. On Windows that is the PATH of the user. */
const desktopPaths = {
  darwin: '/usr/bin:/bin:/usr/sbin:/sbin',
  linux: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
} as const;

/** Directories in which a program started from the desktop looks; undefined where they are the same. */
export function desktopPath({ platform }: Pick<Host, 'platform'>): string[] | undefined {
  return platform === 'win32' ? undefined : directoriesOf(desktopPaths[platform], platform);
}

export type FindProgram = (command: string, directories: readonly string[], cwd: string) => Promise<Search>;

/** `findProgram` that looks for the same program only once. */
export function programFinder(host: Host): FindProgram {
  const searches = new Map<string, Promise<Search>>();
  return (command, directories, cwd) => {
    const key = JSON.stringify([command, directories, cwd]);
    const search = searches.get(key) ?? findProgram(host, command, directories, cwd);
    searches.set(key, search);
    return search;
  };
}
