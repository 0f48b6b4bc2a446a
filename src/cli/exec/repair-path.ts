import { findProgram, searchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import type { Environment } from '../../model/reference.ts';
import { runVaultProgram } from '../../store/credentials/run-vault-program.ts';
import { isProgramPlace, knownDirectories } from '../../store/vault/program-places.ts';

export interface RepairedPath {
  readonly env: Environment;
  /** Directories that were added. */
  readonly added: readonly string[];
}

/**
 * The environment with a PATH on which the command is found. Programs that are started from the desktop do not have the
 * PATH of a shell. What is there already is kept in front; without a need nothing is looked for.
 */
export async function withRepairedPath(host: Host, command: string): Promise<RepairedPath> {
  const { env, platform, cwd } = host;
  if (platform === 'win32' || command.includes('/')) return { env, added: [] };
  const has = async (directories: readonly string[]): Promise<boolean> =>
    (await findProgram(host, command, directories, cwd)).found !== undefined;
  const now = searchPath(host);
  if (await has(now)) return { env, added: [] };
  const known = knownDirectories(host);
  if (await has(known)) return repaired(env, now, known);
  return repaired(env, now, [...known, ...(await loginPath(host))]);
}

function repaired(env: Environment, now: readonly string[], more: readonly string[]): RepairedPath {
  const added = [...new Set(more)].filter((one) => !now.includes(one));
  return { env: { ...env, PATH: [...now, ...added].join(':') }, added };
}

const MARK = '__plugboard_path__';

/** The PATH of the person's login shell, which may print other text too. It adds to what it gets. */
async function loginPath(host: Host): Promise<string[]> {
  const { env, home } = host;
  const shell = env['SHELL'] || '/bin/sh';
  try {
    const program = { file: shell, args: ['-l', '-c', `printf '%s' "${MARK}\${PATH}${MARK}"`] };
    const { USER = '', LOGNAME = '' } = env;
    const PATH =
      searchPath(host)
        .filter((one) => isProgramPlace(one, host))
        .join(':') || '/usr/bin:/bin';
    // Without the secrets of the server.
    const { output } = await runVaultProgram(program, { HOME: home, PATH, USER, LOGNAME, SHELL: shell }, home);
    return (output.split(MARK)[1] ?? '').split(':').filter((directory) => directory.startsWith('/'));
  } catch {
    return [];
  }
}
