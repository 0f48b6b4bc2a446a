import { basename, dirname } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { CredentialUnreadable, readPrivate } from '../../store/credentials/credentials-file.ts';
import { withNamedLock } from '../../store/credentials/credentials-lock.ts';
import { writeOwnFile } from '../../store/state/state-file.ts';
import { envLine, valueIn, withoutLine } from './env-file-text.ts';
import { ignoreInGit } from './ignore-in-git.ts';
import type { Vault } from './vault.ts';

/** The file beside the user's catalog. The path is recorded with a secret, so starting a server does not need this. */
async function defaultPath(host: Host): Promise<string> {
  const { catalogPath } = await import('../../store/state/catalog-path.ts');
  return `${dirname(catalogPath(host, 'user'))}/secrets.env`;
}

/** A `.env` file that only this user can read. In a Git work tree it is ignored. */
export function envFileVault(host: Host): Vault {
  const pathOf = async (at: string | undefined): Promise<string> => at ?? (await defaultPath(host));
  const read = async (path: string): Promise<string> =>
    (await readPrivate(host, path).catch((error: unknown) => {
      if (!(error instanceof CredentialUnreadable)) throw error;
      throw new PlugboardError('vault-failed', { vault: 'env-file', why: error.message }, error);
    })) ?? '';
  const change = async (path: string, how: (text: string) => string): Promise<void> =>
    withNamedLock(host, path, async () => {
      const before = await read(path);
      const after = how(before);
      if (after === before) return;
      await ignoreInGit(host, dirname(path), basename(path));
      await writeOwnFile(host, path, after);
    });
  return {
    read: async (name, at) => valueIn(await read(await pathOf(at)), name),
    async write(name, value, at) {
      const path = await pathOf(at);
      await change(path, (text) => `${withoutLine(text, name)}${envLine(name, value)}\n`);
      return path;
    },
    async remove(name, at) {
      await change(await pathOf(at), (text) => withoutLine(text, name));
    },
  };
}
