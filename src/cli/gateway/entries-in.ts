import { type Entry, findEntry, readDocument } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import { type OpenDocument, PlanDraft } from '../../manage/plan/plan-draft.ts';
import type { Target } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import { parseFile } from '../../store/read/parsed-texts.ts';

/** The catalog, which gets the servers that the gateway replaces. */
export const catalog: Target = { client: clients.canonical, scope: 'user' };

/** The servers in a file, or in the given text of it. */
export async function entriesIn(host: Host, target: Target, text?: string): Promise<Entry[]> {
  const { client, path, place, revision } = await documentOf(host, target);
  const { format, value } = revision;
  return readDocument(client, text === undefined ? value : parseFile(host, path, format, text).value, place);
}

/** The server of this name in a file. */
export async function entryNamed(host: Host, target: Target, name: string): Promise<Entry | undefined> {
  const { client, place, revision } = await documentOf(host, target);
  return findEntry(client, revision.value, place, name);
}

export async function documentOf(host: Host, target: Target): Promise<OpenDocument> {
  return new PlanDraft(host, '').open(target);
}
