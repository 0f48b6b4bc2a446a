import type { Host } from '../../model/host.ts';
import { expectDone, runVault, vaultFailure } from './vault-program.ts';
import type { Vault } from './vault.ts';

/** `pass`, the password store of Unix, which encrypts with GnuPG. */
export function passVault(host: Host): Vault {
  const run = async (args: readonly string[], input?: string): ReturnType<typeof runVault> =>
    runVault(host, 'pass', { file: 'pass', args, ...(input !== undefined && { input }) });
  const entry = (name: string, at: string | undefined): string => at ?? `plugboard/${name}`;
  return {
    async read(name, at) {
      const { code, output, errors } = await run(['show', '--', entry(name, at)]);
      if (code === 0) return output.replace(/\n$/, '');
      // It has no exit code for this.
      if (/is not in the password store/.test(errors)) return undefined;
      throw vaultFailure('pass', errors);
    },
    async write(name, value, at) {
      expectDone('pass', await run(['insert', '--multiline', '--force', '--', entry(name, at)], value), [value]);
      return at;
    },
    async remove(name, at) {
      const { code, errors } = await run(['rm', '--force', '--', entry(name, at)]);
      if (code !== 0 && !/is not in the password store/.test(errors)) throw vaultFailure('pass', errors);
    },
  };
}
