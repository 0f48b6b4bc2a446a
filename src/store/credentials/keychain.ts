import { existsSync } from 'node:fs';
import type { Host } from '../../model/host.ts';
import {
  type KeychainProgram,
  keychainLookup,
  keychainRemove,
  keychainStore,
} from '../../model/secrets/keychain-program.ts';
import { type Ended, runVaultProgram, SYSTEM_PATH } from './run-vault-program.ts';

/** System storage for small secrets. Each function rejects if there is none or it is unavailable. */
export interface Keychain {
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
}

export interface SystemKeychain extends Keychain {
  remove(account: string): Promise<void>;
}

const SERVICE = 'plugboard';

/** The keychain of this system, through the system's own program. */
export function systemKeychain({ platform, env, home }: Pick<Host, 'platform' | 'env' | 'home'>): SystemKeychain {
  const run = (program: KeychainProgram | undefined): Promise<Ended> => {
    if (!program) throw new Error('There is no keychain program for this system.');
    return runVaultProgram(program, { ...withBus(env), PATH: SYSTEM_PATH }, home);
  };
  return {
    async read(account) {
      const { code, output, errors } = await run(keychainLookup(platform, SERVICE, account));
      if (code === 0) return output.replace(/\n$/, '');
      // macOS has an exit code for this; secret-tool says nothing.
      if (code === NOT_FOUND_ON_MACOS || (code === 1 && errors === '')) return undefined;
      throw new Error(`The keychain cannot be read: ${errors.trim()}`);
    },
    async write(account, secret) {
      const { code, errors } = await run(keychainStore(platform, SERVICE, account, secret));
      if (code !== 0) throw new Error(`The keychain cannot be written: ${errors.trim()}`);
    },
    async remove(account) {
      const { code, errors } = await run(keychainRemove(platform, SERVICE, account));
      const isGone = code === 0 || code === NOT_FOUND_ON_MACOS || (code === 1 && errors === '');
      if (!isGone) throw new Error(`The keychain cannot be written: ${errors.trim()}`);
    },
  };
}

const NOT_FOUND_ON_MACOS = 44;

/** Some clients start servers without the variables that lead to the session bus, which is at a fixed place. */
function withBus(env: Host['env']): Host['env'] {
  if (env['DBUS_SESSION_BUS_ADDRESS'] || env['XDG_RUNTIME_DIR']) return env;
  const directory = `/run/user/${process.getuid?.() ?? ''}`;
  return existsSync(`${directory}/bus`) ? { ...env, XDG_RUNTIME_DIR: directory } : env;
}
