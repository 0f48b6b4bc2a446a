import type { Entry } from '../../clients/read-document.ts';
import { switchesOf } from '../../clients/switches.ts';
import { checkedDocument } from '../../discovery/checks/checked-document.ts';
import { ownerOf } from '../../discovery/providers.ts';
import { type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { type OpenDocument, PlanDraft } from './plan-draft.ts';
import { namesOffElsewhere } from './switch-elsewhere.ts';
import type { Target } from './target.ts';

export interface ServersIn {
  /** By name; a map, because names are user input. */
  readonly servers: ReadonlyMap<string, Server>;
  /** The entries; the first one if a list has duplicates of a name. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Errors in the file as a whole. */
  readonly unread: readonly Diagnostic[];
  /** Errors in single servers. */
  readonly errors: readonly Diagnostic[];
}

/** Returns the servers of one file as discovery reads them. Throws when the file cannot be edited. */
export async function serversIn(host: Host, target: Target): Promise<ServersIn> {
  const draft = new PlanDraft(host, '');
  return serversOf(draft, await draft.open(target));
}

/** Returns the servers of a document of a draft. */
async function serversOf(draft: PlanDraft, { client, place, revision, path: file }: OpenDocument): Promise<ServersIn> {
  const listed = await namesOffElsewhere(draft, switchesOf(client, place));
  const servers = new Map<string, Server>();
  const entries = new Map<string, Entry>();
  const errors: Diagnostic[] = [];
  const checked = checkedDocument(client, place, revision.settle(), { owner: ownerOf(file, draft.host.cwd) });
  for (const { entry, issues } of checked.entries) {
    const { name, server } = entry;
    const isOff = server.disabled !== true && listed.has(name);
    servers.set(name, isOff ? { ...server, disabled: true } : server);
    if (!entries.has(name)) entries.set(name, entry);
    for (const issue of issues) if (isError(issue)) errors.push(issue);
  }
  const inFile = (issue: Diagnostic): Diagnostic => ({ ...issue, file });
  // A missing file has no errors.
  const unread = (await draft.original(file)) === undefined ? [] : checked.issues.filter(isError);
  return { servers, entries, unread: unread.map(inFile), errors: errors.map(inFile) };
}

/** Returns the servers of a document, and throws if the document as a whole has errors. */
export async function soundServersOf(draft: PlanDraft, document: OpenDocument): Promise<ServersIn> {
  const found = await serversOf(draft, document);
  if (found.unread.length > 0) throw new PlugboardError('document-malformed', { diagnostics: found.unread });
  return found;
}
