import { checkedDocument } from '../../discovery/checks/checked-document.ts';
import { ownerOf } from '../../discovery/providers.ts';
import { type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import type { Server } from '../../model/server.ts';
import { portable } from '../../model/shell/cmd-wrapper.ts';
import { parkedIn } from '../ledger/parking.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { soundServersOf } from '../plan/servers-in.ts';
import type { Target } from '../plan/target.ts';
import { isParkedWhenOff } from './client-view.ts';
import { readWritten, type Written } from './written-file.ts';

/** A client's file as a sync reads it. */
export interface ClientFile {
  readonly target: Target;
  readonly document: OpenDocument;
  readonly servers: ReadonlyMap<string, Server>;
  /** Names of invalid entries, with the first problem of each. */
  readonly invalid: ReadonlyMap<string, Diagnostic>;
  readonly written: ReadonlyMap<string, Written>;
  readonly isParkedWhenOff: boolean;
}

/** Throws if the file cannot be read or edited. A path reads that file instead of the client's own link to it. */
export async function readClientFile(draft: PlanDraft, target: Target, through?: string): Promise<ClientFile> {
  const document = await draft.open(target, through);
  const { client, place, revision, path, at } = document;
  const { servers } = await soundServersOf(draft, document);
  const checked = checkedDocument(client, place, revision.settle(), { owner: ownerOf(path, draft.host.cwd) });
  const invalid = checked.entries.flatMap(({ entry, issues }) => {
    const error = issues.find(isError);
    return error ? [[entry.name, error] as const] : [];
  });
  const records = (await readWritten(draft, path)).filter((one) => JSON.stringify(one.at) === JSON.stringify(at));
  return {
    target,
    document,
    servers,
    invalid: new Map(invalid),
    written: new Map(records.map((one) => [one.name, one])),
    isParkedWhenOff: isParkedWhenOff(client, place, revision.value),
  };
}

/**
 * The entry of a client, or the one that Plugboard has put aside because it is disabled: what it starts, without the
 * interpreter or the launcher around it.
 */
export async function theirsIn(draft: PlanDraft, file: ClientFile, name: string): Promise<Server | undefined> {
  const found = await entryAsWritten(draft, file, name);
  return found && startedServer(portable(found));
}

/** The entry of a client as it is in its file or put aside. */
export async function entryAsWritten(draft: PlanDraft, file: ClientFile, name: string): Promise<Server | undefined> {
  const found = file.servers.get(name);
  if (!found) {
    const parked = await parkedIn(draft, file.document, name);
    return parked && { ...parked.server, disabled: true };
  }
  if (!file.isParkedWhenOff) return found;
  // A switch for one project is the person's, and says nothing about the entry.
  const { disabled: _, ...server } = found;
  return server;
}
