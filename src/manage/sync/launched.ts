import { hasOwnForm, keepOwnForm } from '../../model/launcher/started-server.ts';
import type { Server } from '../../model/server.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { wouldBeVaulted } from '../vaulted/vaulted-entry.ts';
import { type ClientView, viewIn } from './client-view.ts';

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

/** A definition as a client can express it, with its secrets as they are in the entry that was written, or would be. */
export async function launchedView(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  { written, server }: { readonly written: Server | undefined; readonly server: Server },
): Promise<ClientView> {
  const { client, place, revision } = document;
  const launched = written
    ? { server: await keepingLauncher(draft, written, server) }
    : await wouldBeVaulted(draft, document, name, server);
  if (launched.server === undefined) return { server: undefined, losses: [], why: launched.why, isNotInstalled: true };
  return viewIn(client, place, revision.value, name, launched.server);
}
