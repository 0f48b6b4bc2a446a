import type { Host } from '../../model/host.ts';

/** Where our own files are. Always with forward slashes. */
export interface Places {
  /** History, backups, lock: what is lost with it cannot be had again. */
  readonly state: string;
  /** Deleting it never loses anything. */
  readonly cache: string;
  /** Apart from what they open, so that a copy of one of them, in a backup or a repository, gives nothing away. */
  readonly keys: string;
}

type Surroundings = Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>;

export function places(host: Surroundings): Places {
  const { env, home, platform } = host;
  const moved = env['PLUGBOARD_HOME'];
  if (moved) {
    const base = isAbsolute(moved) ? moved : join(host.cwd, moved);
    return { state: join(base, 'state'), cache: join(base, 'cache'), keys: join(base, 'keys') };
  }
  if (platform === 'win32') {
    const local = join(env['LOCALAPPDATA'] || join(home, 'AppData/Local'), 'plugboard');
    const roaming = join(env['APPDATA'] || join(home, 'AppData/Roaming'), 'plugboard');
    return { state: join(local, 'state'), cache: join(local, 'cache'), keys: roaming };
  }
  const base = (variable: string, usual: string): string => {
    const value = env[variable];
    // The specification of these variables says that a relative one is to be ignored.
    return join(value && isAbsolute(value) ? value : join(home, usual), 'plugboard');
  };
  return {
    state: base('XDG_STATE_HOME', '.local/state'),
    cache: base('XDG_CACHE_HOME', '.cache'),
    keys: base('XDG_DATA_HOME', '.local/share'),
  };
}

export function stateFile(host: Surroundings, name: string): string {
  return join(places(host).state, name);
}

/** Our own notes change along with the files of others; they are nobody's business. */
export function isStateFile(host: Surroundings, path: string): boolean {
  return path.startsWith(`${places(host).state}/`);
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

function join(directory: string, rest: string): string {
  return `${directory.replaceAll('\\', '/').replace(/\/+$/, '')}/${rest}`;
}
