import { findProgram, searchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import type { Environment } from '../../model/reference.ts';
import { runVaultProgram } from '../../store/credentials/run-vault-program.ts';
import { knownDirectories } from '../../store/vault/program-places.ts';

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
