import { misreadIn } from '../../clients/misread.ts';
import { type Entry, findEntry, shapeOf } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import { type EntryChange, putInto } from '../../clients/revise-entry.ts';
import { hasSwitchInEntry, switchesOf } from '../../clients/switches.ts';
import type { Client, Shape } from '../../clients/types.ts';
import { because, type Loss } from '../../model/diagnostics/loss.ts';
import { withoutTrust } from '../../model/fields/effective-fields.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, valueAt, type ValueMap } from '../../model/value.ts';
import { isBelow } from '../../store/state/enclosing-directory.ts';
import { createdAt, missingLevels, noteCreated, parkedEntry } from '../ledger/ledger.ts';
import { outsideMisread, readByCmd } from '../outside/outside-misread.ts';
import { isForeign, type OutsideText } from '../outside/outside-text.ts';
import { type ProjectSource, projectSource } from '../project-source.ts';
import { noteBrought } from './note-brought.ts';
import type { OpenDocument, PlanDraft } from './plan-draft.ts';
import { fileRejection, reportRejectedFile } from './rejected-file.ts';
import { isOffElsewhere, switchElsewhere } from './switch-elsewhere.ts';

/** The entry of this name in a document, if any; disabled also when a list in another file says so. */
export async function entryIn(draft: PlanDraft, document: OpenDocument, name: string): Promise<Entry | undefined> {
  const { client, revision, place } = document;
  const entry = findEntry(client, revision.value, place, name);
  if (!entry || !(await isOffElsewhere(draft, switchesOf(client, place), name))) return entry;
  return { ...entry, server: { ...entry.server, disabled: true }, off: true };
}

/** Whether a document uses a name: for a server, for another value, or for a parked server. */
export async function isTaken(draft: PlanDraft, document: OpenDocument, name: string): Promise<boolean> {
  const { client, revision, at, place } = document;
  const isDefined = findEntry(client, revision.value, place, name) !== undefined;
  if (isDefined || (await parkedEntry(draft, document, name))) return true;
  const there = valueAt(revision.value, [...at, name]);
  // Entries of another kind are judged by the client definition.
  return there !== undefined && !(isMap(there) && shapeOf(client, revision.value).isServer);
}

export interface PutOptions {
  /** The project the definition came from; undefined for the user's own. */
  readonly source: ProjectSource | undefined;
  /** Whose words it has, if the user adds it from a text, a link or a file. */
  readonly outside?: OutsideText | undefined;
  /** The definition as its source has it, if `given` is already what the client makes of it. */
  readonly asDefined?: Server | undefined;
  /** The client's merged view of the entry: only differences from it are written. */
  readonly whole?: Server | undefined;
  /** The entry was in this document before. */
  readonly isEdit?: boolean;
}

/** Writes a server to a document, with all dependent changes. Returns whether the client can use it. */
export async function putServer(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  given: Server,
  options: PutOptions,
): Promise<boolean> {
  const { source, whole, isEdit = false } = options;
  const server = isEdit ? given : await withoutForeignTrust(draft, document, name, given, options);
  const { client, place, path, revision, at } = document;
  const other = whole ? undefined : (await entriesElsewhere(draft, document))(name);
  const isOutside = await isOfOthers(draft, document, name, given, options);
  const lists = switchesOf(client, place);
  const [list] = lists;
  const listLevels = list ? (await createdAt(draft, path, list.at)).levels : 0;
  const shape = shapeOf(client, revision.value);
  const missing = missingLevels(revision.value, at);
  const missingAroundList = list ? missingLevels(revision.value, list.at) : 0;
  const isNew = !(await draft.isThere(path));
  const refusal = refusalOf(document, shape, { name, server, given, other }, { ...options, isOutside });
  const isNewList = !hasInputs(document);
  const put: EntryChange = refusal
    ? { losses: [refusal], written: false }
    : putInto(document, name, server, { other, whole, listLevels });
  draft.recordLosses(name, put.losses);
  if (!put.written) {
    draft.leaveOut(name, client.id);
    return false;
  }
  await noteCreated(draft, path, at, { levels: missing, file: isNew });
  await noteInputs(draft, document, { added: put.addedInputs, isNewList });
  const switchesHere = list && list.file.path === undefined && !hasSwitchInEntry(shape);
  if (switchesHere && server.disabled)
    await noteCreated(draft, path, list.at, { levels: missingAroundList, file: isNew });
  draft.handle(document, name);
  reportRejectedFile(draft, document, name);
  await noteBrought(draft, server, source);
  if (source) await noteCopy(draft, document, name, { source, isEdit });
  if (isOutside) await noteOutside(draft, document, name, given);
  if (!hasSwitchInEntry(shape)) await switchElsewhere(draft, lists, name, server.disabled ?? false);
  return true;
}

/** Whether someone else wrote the definition, or the entry that is edited. */
async function isOfOthers(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  given: Server,
  { outside, isEdit }: PutOptions,
): Promise<boolean> {
  if (isForeign(outside) || (await draft.isOutside(given))) return true;
  const present = isEdit ? await entryIn(draft, document, name) : undefined;
  return present !== undefined && draft.isOutside(present.server);
}

interface Written {
  readonly name: string;
  readonly server: Server;
  readonly given: Server;
  readonly other: ValueMap | undefined;
}

/** Why a server is not written: what it would become here, or what the client would do with the whole file. */
function refusalOf(
  document: OpenDocument,
  shape: Shape,
  { name, server, given, other }: Written,
  { source, outside, whole, isEdit, asDefined = given, isOutside }: PutOptions & { readonly isOutside: boolean },
): Loss | undefined {
  const { client } = document;
  const isText = (outside !== undefined || isOutside) && !source && !isEdit;
  const misread = isText ? outsideMisread(client, outside, asDefined) : misreadOfProject(client, asDefined, source);
  const refused = { client: client.id, action: 'dropped', refused: true } as const;
  const loss: Loss | undefined = misread && {
    ...refused,
    field: misread.field,
    ...because('literal-misread', misread.piece),
  };
  const byCmd = isText || (source && !isEdit) ? readByCmd(given, asDefined) : undefined;
  if (byCmd !== undefined) return { ...refused, field: byCmd, ...because('literal-read-by-cmd') };
  return loss ?? (whole ? undefined : fileRejection(document, shape, name, server, other));
}

/** What a project wrote as text must not become a command, a file or a variable. */
function misreadOfProject(
  client: Client,
  server: Server,
  source: ProjectSource | undefined,
): ReturnType<typeof misreadIn> {
  return source && misreadIn(client, getOwn(clients, source.origin.client), server);
}

function hasInputs({ client, revision }: OpenDocument): boolean {
  return client.inputs !== undefined && valueAt(revision.value, client.inputs) !== undefined;
}

/** Records the definitions of prompts that were added with a server, to be removed with the last one that uses them. */
async function noteInputs(
  draft: PlanDraft,
  { client, path }: OpenDocument,
  { added = [], isNewList }: { readonly added: readonly string[] | undefined; readonly isNewList: boolean },
): Promise<void> {
  const { inputs } = client;
  if (!inputs || added.length === 0) return;
  if (isNewList) await noteCreated(draft, path, inputs, { levels: 1, file: false });
  for (const id of added) await noteCreated(draft, path, [...inputs, id], { levels: 1, file: false });
}

/** The project that an entry came from; undefined for the user's own. */
export async function sourceIn(
  draft: PlanDraft,
  { client, place, path }: OpenDocument,
  { name, server }: Pick<Entry, 'name' | 'server'>,
): Promise<ProjectSource | undefined> {
  return projectSource(name, server, { file: path, client: client.id, scope: place.scope }, await draft.origins());
}

/**
 * The definition of a project without what makes clients ask for fewer confirmations, unless it stays in the project.
 * What the entry that is there trusts remains: it is the person's, as long as it is about the same program.
 */
async function withoutForeignTrust(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  server: Server,
  { source, outside }: Pick<PutOptions, 'source' | 'outside'>,
): Promise<Server> {
  const { client, place, path } = document;
  if (!source) return outside ? withoutTold(draft, document, name, server, outside) : server;
  if (place.scope === 'project' && !draft.leadsOut(path) && isBelow(path, source.origin.project)) return server;
  const present = await entryIn(draft, document, name);
  const isSame =
    present !== undefined &&
    (runDefinition(present.server) === runDefinition(server) ||
      (await sourceIn(draft, document, present))?.origin.project === source.origin.project);
  const { server: rest, losses } = withoutTrust(client.id, server, isSame ? present.server : {});
  draft.recordLosses(name, losses);
  return rest;
}

/** The same for what someone else wrote in a text: what the user typed beside it is theirs. */
async function withoutTold(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  server: Server,
  { typed }: OutsideText,
): Promise<Server> {
  const present = (await entryIn(draft, document, name))?.server;
  const isSame = present !== undefined && runDefinition(present) === runDefinition(server);
  const { server: rest, losses } = withoutTrust(
    document.client.id,
    server,
    { ...(isSame && present), ...typed },
    'trust-of-text',
  );
  draft.recordLosses(name, losses);
  return rest;
}

/** Records that an entry came from a project. In the project's own file this is evident, unless it is a link to another. */
export async function noteCopy(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  { source, isEdit = false }: { readonly source: ProjectSource; readonly isEdit?: boolean },
): Promise<void> {
  const { client, place, path } = document;
  if (place.scope === 'project' && !draft.leadsOut(path)) return;
  const written = (await entryIn(draft, document, name))?.server;
  if (!written) return;
  const startedBy = client.verbatim || isEdit ? {} : { startedBy: client.id };
  draft.copied({ ...source, written, ...startedBy });
}

/** Records a definition of someone else, as it is and as the client reads it. */
async function noteOutside(draft: PlanDraft, document: OpenDocument, name: string, given: Server): Promise<void> {
  const written = (await entryIn(draft, document, name))?.server;
  draft.writesOutside(given);
  if (written) draft.writesOutside(written);
}

/** Finds the entry of a name in the client's other files, for clients that merge field by field. */
export async function entriesElsewhere(
  draft: PlanDraft,
  document: OpenDocument,
): Promise<(name: string) => ValueMap | undefined> {
  const { client, place } = document;
  if (client.merge !== 'fields') return () => undefined;
  const others: OpenDocument[] = [];
  for (const { scope, variant } of client.locations) {
    if (scope === place.scope || scope === 'managed' || variant !== undefined) continue;
    // An unreadable file has its own diagnostic and must not block this write.
    const other = await draft.open({ client, scope }).catch(() => undefined);
    if (other && other.path !== document.path) others.push(other);
  }
  others.reverse();
  return (name) => {
    for (const { revision, place: at } of others) {
      const found = findEntry(client, revision.value, at, name);
      if (found) return found.native;
    }
    return undefined;
  };
}
