import { readDocument } from '../clients/read-document.ts';
import { switchesOf } from '../clients/switches.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import { type OpenDocument, PlanDraft } from './plan-draft.ts';
import { isOffElsewhere } from './switch-elsewhere.ts';
import type { Target } from './target.ts';

/** The servers in one file as its client takes them, by name; a map, since names come from people. Throws when the file is malformed. */
export async function serversIn(host: Host, target: Target): Promise<Map<string, Server>> {
  const draft = new PlanDraft(host, '');
  return serversOf(draft, await draft.open(target));
}

/** The same for a document of a draft. */
export async function serversOf(
  draft: PlanDraft,
  { client, place, revision }: OpenDocument,
): Promise<Map<string, Server>> {
  const lists = switchesOf(client, place);
  const servers = new Map<string, Server>();
  for (const { name, server, off } of readDocument(client, revision.value, place)) {
    const { disabled = false, ...rest } = server;
    const isOff = off || (await isOffElsewhere(draft, lists, name));
    servers.set(name, disabled === isOff ? server : isOff ? { ...rest, disabled: true } : rest);
  }
  return servers;
}
