import { findEntry, readDocument } from '../clients/read-document.ts';
import { clients } from '../clients/registry.ts';
import { putInto, takeFrom } from '../clients/revise-entry.ts';
import { setClientId } from '../clients/well-known.ts';
import { requireUsable } from '../manage/definitions/usable-server.ts';
import type { OpenDocument, PlanDraft } from '../manage/plan-draft.ts';
import type { ProjectSource } from '../manage/project-source.ts';
import { PlugboardError } from '../model/error.ts';
import type { Server } from '../model/server.ts';

/** Sets are written in the words of Claude Code, which is what they were made for. */
const place = { scope: 'user' } as const;

/** A set as a document to which changes are made. Throws when it cannot be read. */
export async function openSet(draft: PlanDraft, path: string): Promise<OpenDocument> {
  const revision = await draft.revision(path, 'json');
  return { client: clients[setClientId], place, path, revision, at: ['mcpServers'] };
}

export function serverNamesIn({ client, revision }: OpenDocument): string[] {
  return readDocument(client, revision.value, place).map(({ name }) => name);
}

/** A server in a set is there to be started, whether it is switched off elsewhere or not. */
export async function putIntoSet(
  draft: PlanDraft,
  path: string,
  name: string,
  server: Server,
  source: ProjectSource | undefined,
): Promise<void> {
  requireUsable(name, server);
  const { disabled: _, ...wanted } = server;
  const document = await openSet(draft, path);
  const put = putInto(document, name, wanted);
  draft.lose(name, put.losses);
  if (!put.written) return draft.leaveOut(name, setClientId);
  const written = findEntry(document.client, document.revision.value, place, name)?.server;
  if (source && written) draft.copied({ ...source, written });
}

export async function takeFromSet(draft: PlanDraft, path: string, name: string): Promise<void> {
  const document = await openSet(draft, path);
  if (!findEntry(document.client, document.revision.value, place, name))
    throw new PlugboardError('server-missing', { name, file: path });
  takeFrom(document, name);
}
