import { existsSync } from 'node:fs';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import {
  type KeychainProgram,
  keychainLimit,
  keychainLookup,
  keychainRemove,
  keychainSearch,
  keychainStore,
  keychainValue,
} from '../../model/secrets/keychain-program.ts';
import { codeOf } from '../read/reason.ts';
import { type Ended, runVaultProgram, SYSTEM_PATH } from './run-vault-program.ts';

/** System storage for small secrets. Each function rejects if there is none, or if it is unavailable or locked. */
export interface Keychain {
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
}

export interface SystemKeychain extends Keychain {
  remove(account: string): Promise<void>;
  /** How many bytes a secret can have. `write` rejects a longer one. */
  limit(account: string): number;
}

const SERVICE = 'plugboard';

/** The keychain of this system, through the system's own program. */
export function systemKeychain(
  { platform, env, home }: Pick<Host, 'platform' | 'env' | 'home'>,
  runProgram = runVaultProgram,
): SystemKeychain {
  const run = async (program: KeychainProgram | undefined): Promise<Ended> => {
    if (!program) throw new Error('There is no keychain program for this system.');
    return runProgram(program, { ...withBus(env), PATH: SYSTEM_PATH }, home).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new Error(`${program.file} is not installed.`, { cause: error }) : error;
    });
  };
  /** secret-tool reports a locked entry as a missing one, but still finds it. */
  const isThere = async (account: string): Promise<boolean> => {
    const search = keychainSearch(platform, SERVICE, account);
    return search !== undefined && (await run(search)).output !== '';
  };
  /** Rejects if the program failed. Returns whether it found the entry. */
  const isFound = async (account: string, { code, errors }: Ended, failed: string): Promise<boolean> => {
    if (code === 0) return true;
    const isLocked = code === LOCKED_ON_MACOS || (isSilent(code, errors) && (await isThere(account)));
    if (isLocked) throw new PlugboardError('vault-locked', { vault: 'keychain' });
    if (code === NOT_FOUND_ON_MACOS || isSilent(code, errors)) return false;
    throw new Error(`${failed}: ${withoutProgram(errors)}`);
  };
  return {
    async read(account) {
      const ended = await run(keychainLookup(platform, SERVICE, account));
      const isThis = await isFound(account, ended, 'The keychain cannot be read');
      return isThis ? keychainValue(platform, ended.output) : undefined;
    },
    async write(account, secret) {
      const { code, errors } = await run(keychainStore(platform, SERVICE, account, secret));
      // secret-tool has no other sign of it for an entry that is new.
      if (code === LOCKED_ON_MACOS || (code !== 0 && /\blocked\b/.test(errors)))
        throw new PlugboardError('vault-locked', { vault: 'keychain' });
      if (code !== 0) throw new Error(`The keychain cannot be written: ${withoutProgram(errors)}`);
    },
    async remove(account) {
      await isFound(account, await run(keychainRemove(platform, SERVICE, account)), 'The keychain cannot be written');
    },
    limit: (account) => keychainLimit(platform, SERVICE, account),
  };
}

// The last byte of the codes of Security.framework: errSecItemNotFound and errSecInteractionNotAllowed.
const NOT_FOUND_ON_MACOS = 44;
const LOCKED_ON_MACOS = 36;

/** How secret-tool says that there is no such entry. */
function isSilent(code: number | null, errors: string): boolean {
  return code === 1 && errors === '';
}

/** The name of secret-tool before a colon looks like that of a secret, and the reason would be masked. */
function withoutProgram(errors: string): string {
  return errors.trim().replaceAll(/^secret-tool: /gm, '');
}

/** Some clients start servers without the variables that lead to the session bus, which is at a fixed place. */
function withBus(env: Host['env']): Host['env'] {
  if (env['DBUS_SESSION_BUS_ADDRESS'] || env['XDG_RUNTIME_DIR']) return env;
  const directory = `/run/user/${process.getuid?.() ?? ''}`;
  return existsSync(`${directory}/bus`) ? { ...env, XDG_RUNTIME_DIR: directory } : env;
}
