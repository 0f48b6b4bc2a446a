import { putEntry, removeEntry } from '../clients/edit-entry.ts';
import { type Entry, readDocument } from '../clients/read-document.ts';
import { clients } from '../clients/registry.ts';
import { loadFormat } from '../formats/index.ts';
import { requireUsable } from '../manage/definitions/usable-server.ts';
import type { OpenDocument, PlanDraft } from '../manage/plan-draft.ts';
import type { ProjectSource } from '../manage/project-source.ts';
import { isError } from '../model/diagnostic.ts';
import { PlugboardError } from '../model/error.ts';
import type { Server } from '../model/server.ts';

/** Sets are written in the words of Claude Code, which is what they were made for. */
const place = { scope: 'user' } as const;

/** A set as a text that can be edited. Throws when it cannot be read. */
export async function openSet(draft: PlanDraft, path: string): Promise<OpenDocument> {
  const client = clients['claude-code'];
  const format = await loadFormat('json');
  const text = (await draft.text(path)) ?? '';
  const diagnostics = format
    .parse(text)
    .diagnostics.filter(isError)
    .map((one) => ({ ...one, file: path }));
  if (text !== '' && diagnostics.length > 0) throw new PlugboardError('document-malformed', { diagnostics });
  return { client, place, format, path, text, at: ['mcpServers'] };
}

export function serverNamesIn(document: OpenDocument): string[] {
  return entriesIn(document).map(({ name }) => name);
}

function entriesIn({ client, format, text }: OpenDocument): Entry[] {
  return readDocument(client, format.parse(text).value, place);
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
  const put = putEntry(await openSet(draft, path), name, wanted);
  draft.lose(name, put.losses);
  if (!put.written) return draft.leaveOut(name, 'claude-code');
  await draft.edit(path, put.edits);
  const written = entriesIn(await openSet(draft, path)).find((entry) => entry.name === name)?.server;
  if (source && written) draft.copied({ ...source, written });
}

export async function takeFromSet(draft: PlanDraft, path: string, name: string): Promise<void> {
  const document = await openSet(draft, path);
  if (!serverNamesIn(document).includes(name)) throw new PlugboardError('server-missing', { name, file: path });
  await draft.edit(path, removeEntry(document, name).edits);
}
