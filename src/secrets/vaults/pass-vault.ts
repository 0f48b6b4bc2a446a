import type { Host } from '../../model/host.ts';
import { nameInVault } from './name-in-vault.ts';
import { expectDone, runVault } from './vault-program.ts';
import type { Vault } from './vault.ts';

/** `pass`, the password store of Unix, which encrypts with GnuPG. */
export function passVault(host: Host): Vault {
  const run = async (args: readonly string[], input?: string): ReturnType<typeof runVault> =>
    runVault(host, 'pass', { file: 'pass', args, ...(input !== undefined && { input }) });
  const entry = async (name: string, at: string | undefined): Promise<string> =>
    at ?? `plugboard/${await nameInVault(host, name)}`;
  const root = host.env['PASSWORD_STORE_DIR'] || `${host.home}/.password-store`;
  // The program reports a missing entry only in words.
  const isThere = async (path: string): Promise<boolean> => (await host.fs.kindOf(`${root}/${path}.gpg`)) !== undefined;
  return {
    async read(name, at) {
      const path = await entry(name, at);
      if (!(await isThere(path))) return undefined;
      const ended = await run(['show', '--', path]);
      expectDone('pass', ended);
      return ended.output.replace(/\n$/, '');
    },
    async write(name, value, at) {
      // With a line break at the end, as `pass insert` writes a value that is typed.
      const input = `${value}\n`;
      const args = ['insert', '--multiline', '--force', '--', await entry(name, at)];
      expectDone('pass', await run(args, input), [value]);
      return at;
    },
    async remove(name, at) {
      const path = await entry(name, at);
      if (await isThere(path)) expectDone('pass', await run(['rm', '--force', '--', path]));
    },
  };
}
