import type { Host } from '../../model/host.ts';
import { secretsReferredTo } from '../../secrets/users.ts';
import { readVaultIndex, vaultIndexPath } from '../../store/vault/vault-index.ts';
import type { ServerHere } from '../servers-here.ts';
import { watchFiles, type WatchOptions } from './watch-files.ts';

/**
 * Calls `onChanged` with the names of servers that refer to a secret whose value was replaced, so that they are started
 * again with the new one. Returns a function that stops it.
 */
export function watchSecrets(
  host: Host,
  servers: () => readonly ServerHere[],
  onChanged: (names: string[]) => void,
  options: WatchOptions = {},
): () => void {
  let before = timesOf(host);
  const look = async (): Promise<void> => {
    const [old, now] = [await before, await timesOf(host)];
    before = Promise.resolve(now);
    const changed = new Set([...now].filter(([name, time]) => old.get(name) !== time).map(([name]) => name));
    const names = servers().filter(({ server }) => [...secretsReferredTo(server)].some((name) => changed.has(name)));
    if (names.length > 0) onChanged(names.map(({ name }) => name));
  };
  return watchFiles([vaultIndexPath(host)], () => void look().catch(() => undefined), options);
}

async function timesOf(host: Host): Promise<Map<string, string>> {
  const { secrets } = await readVaultIndex(host).catch(() => ({ secrets: [] }));
  return new Map(secrets.map(({ name, created, changed }) => [name, changed ?? created]));
}
