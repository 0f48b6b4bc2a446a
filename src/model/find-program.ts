import type { Host } from './host.ts';
import type { Environment } from './reference.ts';

export interface Search {
  /** The file that would be run. */
  readonly found?: string;
  /** A match that cannot be run. */
  readonly blocked?: string;
  /** The paths that were tried, without extensions. */
  readonly looked: readonly string[];
}

type Machine = Pick<Host, 'env' | 'platform'>;

/** Finds a program as the system does that starts it. A command with a slash is a path from `cwd`. */
export async function findProgram(
  host: Host,
  command: string,
  directories: readonly string[],
  cwd: string,
): Promise<Search> {
  const isPath = command.includes('/') || (host.platform === 'win32' && command.includes('\\'));
  const looked = isPath ? [absolute(command, cwd)] : directories.map((directory) => `${directory}/${command}`);
  let blocked: string | undefined;
  for (const path of looked.flatMap((base) =>
    extensionsFor(command, host).map((extension) => base + extension.toLowerCase()),
  )) {
    const kind = await host.fs.kindOf(path);
    if (kind === undefined) continue;
    if (kind === 'file' && (await isExecutable(host, path))) return { found: path, looked };
    if (kind === 'other' && (await isAlias(host, path))) return { found: path, looked };
    blocked ??= path;
  }
  return blocked === undefined ? { looked } : { blocked, looked };
}

/** The directories in `PATH`, with forward slashes. */
export function searchPath({ env, platform }: Machine): string[] {
  return directoriesOf(variable('PATH', env, platform) ?? '', platform);
}

/** `searchPath` without relative entries, which mean files of the current project. */
export function absoluteSearchPath(machine: Machine): string[] {
  const isAllowed = machine.platform === 'win32' ? /^(?:[A-Za-z]:)?\// : /^\//;
  return searchPath(machine).filter((directory) => isAllowed.test(directory));
}

/** Where programs of the system are. Only its administrator can add one. Windows names its own by absolute paths. */
export const systemDirectories: readonly string[] = [
  '/usr/bin',
  '/bin',
  '/usr/local/bin',
  '/run/current-system/sw/bin',
  '/opt/homebrew/bin',
];

/** `absoluteSearchPath` without directories that a package manager added for this run: no client will have them. */
export function lastingSearchPath(machine: Machine): string[] {
  const isUnderNpm = Object.keys(machine.env).some((name) => /^npm_(?:config_user_agent|execpath)$/i.test(name));
  return absoluteSearchPath(machine).filter(
    (directory) => !(isUnderNpm && directory.endsWith('/node_modules/.bin')) && !isTemporaryInstall(`${directory}/`),
  );
}

/** Whether a file is where npx, `pnpm dlx`, `yarn dlx`, bunx or Yarn's Plug'n'Play keep packages: it may be gone tomorrow. */
export function isTemporaryInstall(path: string): boolean {
  return /[/\\](?:_npx|dlx(?:-\d+)?|bunx-[^/\\]+|xfs-[^/\\]+)[/\\]|\.zip[/\\]/.test(path);
}

export function directoriesOf(path: string, platform: Host['platform']): string[] {
  if (platform !== 'win32') return path.split(':').map(withoutSlash).filter(Boolean);
  // Windows allows quotes around an entry.
  const entries = path.split(';').map((entry) => entry.replaceAll('"', '').trim());
  return entries.map((entry) => withoutSlash(entry.replaceAll('\\', '/'))).filter(Boolean);
}

function withoutSlash(directory: string): string {
  return directory.replace(/(?<=.)\/+$/, '');
}

/** A variable of an environment; Windows ignores the case of names. */
export function variable(name: string, env: Environment, platform: Host['platform']): string | undefined {
  if (platform !== 'win32') return env[name];
  const key = Object.keys(env).find((one) => one.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/** The extensions that the system tries, in order; those of `PATHEXT` on Windows. */
export function extensionsFor(command: string, { env, platform }: Machine): string[] {
  if (platform !== 'win32') return [''];
  const extensions = (variable('PATHEXT', env, platform) || '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const hasOne = extensions.some((extension) => command.toLowerCase().endsWith(extension.toLowerCase()));
  return hasOne ? ['', ...extensions] : extensions;
}

export function absolute(path: string, cwd: string): string {
  const plain = path.replaceAll('\\', '/');
  return isAbsolute(plain) ? plain : `${cwd.replaceAll('\\', '/')}/${plain.replace(/^(?:\.\/+)+/, '')}`;
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

async function isExecutable(host: Host, path: string): Promise<boolean> {
  if (host.platform === 'win32') return true;
  try {
    const status = await host.fs.status(await host.fs.realPath(path));
    return status !== undefined && (status.mode & 0o111) !== 0;
  } catch {
    // A file that cannot be inspected may still be executable.
    return true;
  }
}

/** Aliases of the Microsoft Store, such as python.exe, are links that cannot be followed but can be started. */
async function isAlias(host: Host, path: string): Promise<boolean> {
  if (host.platform !== 'win32') return false;
  const status = await host.fs.status(path).catch(() => undefined);
  return status?.kind === 'link';
}
