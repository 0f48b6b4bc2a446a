import type { Host } from '../../model/host.ts';

/** Directories of our own files, always with forward slashes. */
export interface Places {
  /** History, backups and lock. Not recoverable if lost. */
  readonly state: string;
  /** Safe to delete. */
  readonly cache: string;
  /** Separate from the encrypted files, so that a copy of one of them, in a backup or a repository, reveals nothing. */
  readonly keys: string;
}

type Surroundings = Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>;

export function places(host: Surroundings): Places {
  const { env, home, platform } = host;
  const moved = homeOfOwn(host);
  if (moved !== undefined)
    return { state: join(moved, 'state'), cache: join(moved, 'cache'), keys: join(moved, 'keys') };
  if (platform === 'win32') {
    const local = join(env['LOCALAPPDATA'] || join(home, 'AppData/Local'), 'plugboard');
    const roaming = join(env['APPDATA'] || join(home, 'AppData/Roaming'), 'plugboard');
    return { state: join(local, 'state'), cache: join(local, 'cache'), keys: roaming };
  }
  const base = (variable: string, usual: string): string => {
    const value = env[variable];
    // The XDG specification requires relative values to be ignored.
    return join(value && isAbsolute(value) ? value : join(home, usual), 'plugboard');
  };
  return {
    state: base('XDG_STATE_HOME', '.local/state'),
    cache: base('XDG_CACHE_HOME', '.cache'),
    keys: base('XDG_DATA_HOME', '.local/share'),
  };
}

/** The directory that PLUGBOARD_HOME names, if it is set. */
export function homeOfOwn({ cwd, env }: Surroundings): string | undefined {
  const moved = env['PLUGBOARD_HOME'];
  if (!moved) return undefined;
  return (isAbsolute(moved) ? moved : join(cwd, moved)).replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
}

export function stateFile(host: Surroundings, name: string): string {
  return join(places(host).state, name);
}

/** State files change along with other files and are not reported. */
export function isStateFile(host: Surroundings, path: string): boolean {
  return path.startsWith(`${places(host).state}/`);
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

function join(directory: string, rest: string): string {
  return `${directory.replaceAll('\\', '/').replace(/\/+$/, '')}/${rest}`;
}
