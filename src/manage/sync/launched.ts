import { hasOwnForm, keepOwnForm } from '../../model/launcher/started-server.ts';
import type { Server } from '../../model/server.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';

/** The server through the launcher or with our commands, if the entry in the client's file has its secrets that way. */
export async function keepingLauncher(
  { host }: PlanDraft,
  before: Server | undefined,
  server: Server,
): Promise<Server> {
  if (!before || !hasOwnForm(before)) return server;
  const { secrets } = await readVaultIndex(host);
  return keepOwnForm(before, server, new Set(secrets.map(({ name }) => name)));
}
