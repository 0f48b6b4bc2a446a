import type { Host } from '../model/host.ts';
import { variable } from './search-path.ts';

export interface Search {
  /** The file that would be run. */
  readonly found?: string;
  /** Something of that name that cannot be run. */
  readonly blocked?: string;
  /** Where it was looked for. */
  readonly looked: readonly string[];
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

/** Looks for a program the way a system does that starts it. A command with a slash in it is a path from `cwd` on. */
export async function findProgram(
  host: Host,
  command: string,
  directories: readonly string[],
  cwd: string,
): Promise<Search> {
  const isPath = command.includes('/') || (host.platform === 'win32' && command.includes('\\'));
  const bases = isPath ? [absolute(command, cwd)] : directories.map((directory) => `${directory}/${command}`);
  let blocked: string | undefined;
  for (const base of bases) {
    for (const ending of endingsFor(command, host)) {
      const path = base + ending;
      const kind = await host.fs.kindOf(path);
      if (kind === undefined) continue;
      if (kind === 'file' && (await isExecutable(host, path))) return { found: path, looked: bases };
      blocked ??= path;
    }
  }
  return blocked === undefined ? { looked: bases } : { blocked, looked: bases };
}

export function absolute(path: string, cwd: string): string {
  const plain = path.replaceAll('\\', '/');
  return isAbsolute(plain) ? plain : `${cwd.replaceAll('\\', '/')}/${plain.replace(/^(?:\.\/+)+/, '')}`;
}

export function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** Windows adds these to a command until a file is there. */
function endingsFor(command: string, { env, platform }: Host): string[] {
  if (platform !== 'win32') return [''];
  const endings = (variable('PATHEXT', env, platform) ?? '.COM;.EXE;.BAT;.CMD')
    .toLowerCase()
    .split(';')
    .filter(Boolean);
  return endings.some((ending) => command.toLowerCase().endsWith(ending)) ? [''] : endings;
}

async function isExecutable(host: Host, path: string): Promise<boolean> {
  if (host.platform === 'win32') return true;
  try {
    const status = await host.fs.status(await host.fs.realPath(path));
    return status !== undefined && (status.mode & 0o111) !== 0;
  } catch {
    // What may not be looked at may still be run.
    return true;
  }
}
