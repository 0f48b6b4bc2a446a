import type { Host } from '../model/host.ts';
import type { Environment } from '../model/reference.ts';

/** What the system itself gives to programs. On Windows that is the PATH of the user. */
const desktopPaths = {
  darwin: '/usr/bin:/bin:/usr/sbin:/sbin',
  linux: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
} as const;

type Machine = Pick<Host, 'env' | 'platform'>;

/** Directories in which a terminal looks for programs. */
export function shellPath({ env, platform }: Machine): string[] {
  return directoriesOf(variable('PATH', env, platform) ?? '', platform);
}

/** Directories in which a program started from the desktop looks; undefined where they are the same. */
export function desktopPath({ platform }: Machine): string[] | undefined {
  return platform === 'win32' ? undefined : directoriesOf(desktopPaths[platform], platform);
}

export function directoriesOf(path: string, platform: Host['platform']): string[] {
  const separator = platform === 'win32' ? ';' : ':';
  return path
    .split(separator)
    .map((directory) => directory.replaceAll('\\', '/').replace(/(?<=.)\/+$/, ''))
    .filter(Boolean);
}

/** Windows does not tell `PATH` from `Path`. */
export function variable(name: string, env: Environment, platform: Host['platform']): string | undefined {
  if (platform !== 'win32') return env[name];
  const key = Object.keys(env).find((one) => one.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}
