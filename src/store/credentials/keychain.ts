import { spawn } from 'node:child_process';
import type { Host } from '../../model/host.ts';
import { type KeychainProgram, keychainLookup, keychainStore } from '../../model/secrets/keychain-program.ts';

/** System storage for small secrets. Each function rejects if there is none or it is unavailable. */
export interface Keychain {
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
}

const SERVICE = 'plugboard';

/** The keychain may wait to be unlocked while no one is present. */
const LIMIT_MS = 10_000;

/** A project must not provide the program that gets the secret, as it could through a directory on the PATH. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin:/opt/homebrew/bin';

/** The keychain of this system, through the system's own program. */
export function systemKeychain({ platform, env, home }: Pick<Host, 'platform' | 'env' | 'home'>): Keychain {
  const run = (program: KeychainProgram | undefined): Promise<Ended> => {
    if (!program) throw new Error('There is no keychain program for this system.');
    return runProgram(program, { ...env, PATH: SYSTEM_PATH }, home);
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
  };
}

const NOT_FOUND_ON_MACOS = 44;

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

async function runProgram({ file, args, input = '' }: KeychainProgram, env: Host['env'], cwd: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const child = spawn(file, args, { env: { ...env }, cwd, signal, killSignal: 'SIGKILL', windowsHide: true });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
    // It may end without reading.
    child.stdin.on('error', () => undefined).end(input);
  });
}
