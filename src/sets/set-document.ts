import { findEntry, readDocument } from '../clients/read-document.ts';
import { clients } from '../clients/registry.ts';
import { putInto, takeFrom } from '../clients/revise-entry.ts';
import { setClientId } from '../clients/well-known.ts';
import { requireUsable } from '../manage/definitions/usable-server.ts';
import { noteBrought } from '../manage/plan/note-brought.ts';
import type { OpenDocument, PlanDraft } from '../manage/plan/plan-draft.ts';
import type { ProjectSource } from '../manage/project-source.ts';
import { giveVaulted, vaultedEntry } from '../manage/vaulted/vaulted-entry.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { withoutTrust } from '../model/fields/effective-fields.ts';
import type { Server } from '../model/server.ts';

/** Sets have the format of Claude Code, for which they were made. */
const place = { scope: 'user' } as const;

/** Opens a set for editing. Throws if it cannot be parsed. */
export async function openSet(draft: PlanDraft, path: string): Promise<OpenDocument> {
  const revision = await draft.revision(path, 'json');
  return { client: clients[setClientId], place, path, revision, at: ['mcpServers'] };
}

export function serverNamesIn({ client, revision }: OpenDocument): string[] {
  return readDocument(client, revision.value, place).map(({ name }) => name);
}

/** Adds a server to a set. `disabled` is removed, because a set lists servers to start. */
export async function putIntoSet(
  draft: PlanDraft,
  path: string,
  name: string,
  server: Server,
  source: ProjectSource | undefined,
): Promise<void> {
  requireUsable(name, server);
  const { server: trusted, losses } = source ? withoutTrust(setClientId, server) : { server, losses: [] };
  const { disabled: _, ...wanted } = trusted;
  draft.recordLosses(name, losses);
  const document = await openSet(draft, path);
  const vaulted = await vaultedEntry(draft, document, name, wanted, { source });
  const put = putInto(document, name, vaulted.server);
  draft.recordLosses(name, put.losses);
  if (!put.written) return draft.leaveOut(name, setClientId);
  const written = findEntry(document.client, document.revision.value, place, name)?.server;
  await noteBrought(draft, wanted, source);
  if (source && written) draft.copied({ ...source, written });
  await giveVaulted(draft, { name, file: path }, vaulted, source);
}

export async function takeFromSet(draft: PlanDraft, path: string, name: string): Promise<void> {
  const document = await openSet(draft, path);
  if (!findEntry(document.client, document.revision.value, place, name))
    throw new PlugboardError('server-missing', { name, file: path });
  takeFrom(document, name);
}
