import type { Host } from '../../model/host.ts';
import { expectDone, runVault } from './vault-program.ts';
import type { Vault } from './vault.ts';

/** `pass`, the password store of Unix, which encrypts with GnuPG. */
export function passVault(host: Host): Vault {
  const run = async (args: readonly string[], input?: string): ReturnType<typeof runVault> =>
    runVault(host, 'pass', { file: 'pass', args, ...(input !== undefined && { input }) });
  const entry = (name: string, at: string | undefined): string => at ?? `plugboard/${name}`;
  const root = host.env['PASSWORD_STORE_DIR'] || `${host.home}/.password-store`;
  // The program reports a missing entry only in words.
  const isThere = async (path: string): Promise<boolean> => (await host.fs.kindOf(`${root}/${path}.gpg`)) !== undefined;
  return {
    async read(name, at) {
      if (!(await isThere(entry(name, at)))) return undefined;
      const ended = await run(['show', '--', entry(name, at)]);
      expectDone('pass', ended);
      return ended.output.replace(/\n$/, '');
    },
    async write(name, value, at) {
      // With a line break at the end, as `pass insert` writes a value that is typed.
      const input = `${value}\n`;
      expectDone('pass', await run(['insert', '--multiline', '--force', '--', entry(name, at)], input), [value]);
      return at;
    },
    async remove(name, at) {
      if (await isThere(entry(name, at))) expectDone('pass', await run(['rm', '--force', '--', entry(name, at)]));
    },
  };
}
