import { readdirSync, statSync } from 'node:fs';
import { findProgram, searchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import type { Environment } from '../../model/reference.ts';
import { runVaultProgram } from '../../store/credentials/run-vault-program.ts';

/** Where version managers and package managers put programs, in the home directory and in the system. */
const usual = [
  '.volta/bin',
  '.local/share/mise/shims',
  '.asdf/shims',
  '.nodenv/shims',
  '.local/bin',
  '.cargo/bin',
  '.bun/bin',
  '.deno/bin',
  '.pyenv/shims',
];
const ofSystem = ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin', '/snap/bin'];

/**
 * The environment with a PATH on which the command is found. Programs that are started from the desktop do not have the
 * PATH of a shell. What is there already is kept in front; without a need nothing is looked for.
 */
export async function withRepairedPath(host: Host, command: string): Promise<Environment> {
  const { env, platform, cwd } = host;
  if (platform === 'win32' || command.includes('/')) return env;
  const has = async (directories: readonly string[]): Promise<boolean> =>
    (await findProgram(host, command, directories, cwd)).found !== undefined;
  const now = searchPath(host);
  if (await has(now)) return env;
  const known = [...now, ...knownDirectories(host)];
  if (await has(known)) return { ...env, PATH: known.join(':') };
  const login = [...known, ...(await loginPath(host))];
  return { ...env, PATH: [...new Set(login)].join(':') };
}

function knownDirectories({ home }: Host): string[] {
  return [...nvmDirectories(home), ...usual.map((path) => `${home}/${path}`), ...ofSystem].filter(isDirectory);
}

/** The newest Node of nvm and of fnm; their shells would choose one by a file of the project. */
function nvmDirectories(home: string): string[] {
  const versions = `${home}/.nvm/versions/node`;
  const names = isDirectory(versions) ? readdirSync(versions) : [];
  const newest = names.toSorted((a, b) => b.localeCompare(a, undefined, { numeric: true }))[0];
  return [
    ...(newest === undefined ? [] : [`${versions}/${newest}/bin`]),
    `${home}/.local/share/fnm/aliases/default/bin`,
  ];
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

const MARK = '__plugboard_path__';

/** The PATH of the person's login shell, which may print other text too. */
async function loginPath({ env, home }: Host): Promise<string[]> {
  const shell = env['SHELL'] || '/bin/sh';
  try {
    const program = { file: shell, args: ['-l', '-c', `printf '%s' "${MARK}\${PATH}${MARK}"`] };
    const { PATH = '/usr/bin:/bin', USER = '', LOGNAME = '' } = env;
    // Without the secrets of the server.
    const { output } = await runVaultProgram(program, { HOME: home, PATH, USER, LOGNAME, SHELL: shell }, home);
    return (output.split(MARK)[1] ?? '').split(':').filter((directory) => directory.startsWith('/'));
  } catch {
    return [];
  }
}
