import { keepLauncher, readLauncher } from '../../model/launcher/launcher-entry.ts';
import type { Server } from '../../model/server.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';

/** The server through the launcher, if the entry in the client's file goes through it. */
export async function keepingLauncher(
  { host }: PlanDraft,
  before: Server | undefined,
  server: Server,
): Promise<Server> {
  if (!before || !readLauncher(before)) return server;
  const { secrets } = await readVaultIndex(host);
  return keepLauncher(
    before,
    server,
    secrets.map(({ name }) => name),
  );
}
