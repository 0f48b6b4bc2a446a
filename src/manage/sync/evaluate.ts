import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { policyWords } from '../../model/diagnostics/policy-errors.ts';
import { servedName } from '../../model/launcher/launcher-entry.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import type { Server } from '../../model/server.ts';
import { portable } from '../../model/shell/cmd-wrapper.ts';
import type { Policy } from '../../policy/policy.ts';
import { readPolicies } from '../../store/policy/read-policies.ts';
import { refusalHere } from '../../store/policy/require-allowed.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { entriesElsewhere, isTaken } from '../plan/put-server.ts';
import type { Target } from '../plan/target.ts';
import { type ClientFile, entryAsWritten, theirsIn } from './client-file.ts';
import { asReadBy, viewIn } from './client-view.ts';
import {
  clientById,
  type EntryGroup,
  memberFor,
  problemsIn,
  readGroups,
  type UnreadFile,
  type WantedEntry,
  wantedEntries,
} from './entry-groups.ts';
import { launchedView } from './launched.ts';
import { changesOf, type Decide, type Merge, mergeEntry, type Sides } from './merge.ts';
import { findRenames } from './renames.ts';
import { type BlockReason, type MergedCell, placeName } from './sync-cell.ts';
import { readWanted, type WantedState } from './wanted.ts';
import type { Written } from './written-file.ts';

/** Decides about a field of one server in one file. */
export type DecideIn = (target: Target, name: string) => Decide;

export interface Evaluation extends WantedState {
  readonly cells: readonly MergedCell[];
  /** Problems of catalog entries that are meant for clients but cannot be synced. */
  readonly issues: readonly Diagnostic[];
}

export interface EvaluateOptions {
  readonly decide?: DecideIn | undefined;
  /** Bases for entries that no record has, by `cellKey`. */
  readonly agreed?: ReadonlyMap<string, Server> | undefined;
  /** Which files, and which servers in them, to look at; all when absent. */
  readonly only?: ((target: Target, name?: string) => boolean) | undefined;
}

/** Merges every server that a catalog wants somewhere, or was written for it, with the client's file. Reads only. */
export async function evaluate(
  draft: PlanDraft,
  { decide, only = () => true, agreed = new Map() }: EvaluateOptions = {},
): Promise<Evaluation> {
  const state = await readWanted(draft);
  // An invalid policy is reported when something is written.
  const policies = await readPolicies(draft.host).catch(() => []);
  const around: Surroundings = { state, renames: findRenames(state), decide, agreed, policies };
  const { groups, unread } = await readGroups(draft, state);
  const wanted: MergedCell[] = [];
  const unwanted: MergedCell[] = [];
  for (const group of groups) {
    const targets = group.members.map(({ target }) => target);
    const entries = wantedEntries(group, draft.host.cwd);
    for (const [name, entry] of entries)
      if ([entry.file.target, ...entry.readers].some((target) => only(target, name)))
        wanted.push(await unlessRefused(draft, around, await wantedCell(draft, name, entry, around)));
    for (const record of writtenIn(group, state)) {
      const { name } = record;
      if (entries.has(name) || !targets.some((target) => only(target, name))) continue;
      const cell = await unwantedCell(draft, memberFor(group, record.client), record, entries, around);
      if (cell) unwanted.push(cell);
    }
  }
  const blocked = unread.flatMap((file) => unreadCells(file, state).filter(({ name }) => only(file.target, name)));
  const issues = [...state.problems, ...state.catalogs.flatMap((catalog) => catalog.issues)];
  return { ...state, cells: [...inOrder([...wanted, ...blocked]), ...inOrder(unwanted)], issues };
}

/** By file, in the order of the names of the targets, whatever files they share. */
function inOrder(cells: readonly MergedCell[]): MergedCell[] {
  return cells.toSorted((a, b) => compareText(placeName(a), placeName(b)));
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Identifies an entry, whichever client reads the file. */
export function cellKey({ path, at }: Pick<OpenDocument, 'path' | 'at'>, name: string): string {
  return JSON.stringify([path, at, name]);
}

interface Surroundings {
  readonly state: WantedState;
  /** New names by old name and catalog. */
  readonly renames: ReturnType<typeof findRenames>;
  readonly decide: DecideIn | undefined;
  readonly agreed: ReadonlyMap<string, Server>;
  readonly policies: readonly Policy[];
}

/** What was written for the catalogs here. */
function writtenIn({ members }: EntryGroup, state: WantedState): Written[] {
  return [...(members[0]?.file.written.values() ?? [])].filter((record) => isOfCatalogs(record, state));
}

/** The servers that are wanted in a file that cannot be read, and those that were written to it. */
function unreadCells({ target, servers, error }: UnreadFile, { written, catalogs }: WantedState): MergedCell[] {
  const problems = problemsIn(error);
  const [first] = problems;
  const path = first?.file ?? '';
  const before = (written.get(path) ?? []).filter(
    ({ client, scope, name }) => client === target.client.id && scope === target.scope && !servers.has(name),
  );
  const known = [
    ...[...servers].map(([name, { catalog }]) => ({ name, catalog })),
    ...before.map(({ name, catalog }) => ({ name, catalog: catalogs.find((one) => one.path === catalog) })),
  ];
  const why = first ? describe(first).message : '';
  return known.map(({ name, catalog }) => ({
    ...blockedCell(target, path, name, 'unreadable', why),
    ...(catalog && { catalog }),
    problems,
  }));
}

async function wantedCell(
  draft: PlanDraft,
  name: string,
  { file, wanted, readers, losses: ofOthers }: WantedEntry,
  around: Surroundings,
): Promise<MergedCell> {
  const { target, document } = file;
  const { catalog, definition, server, isNamed, losses: ofTrust } = wanted;
  const { path } = document;
  const written = await entryAsWritten(draft, file, name);
  const view = await launchedView(draft, document, name, { written, server: portable(server) });
  const { server: seen, losses: own, why, isNotInstalled } = view;
  const mine = seen && startedServer(seen);
  const { isParkedWhenOff } = file;
  const losses = [...own, ...ofTrust, ...ofOthers];
  const shown = {
    target,
    path,
    name,
    catalog,
    document,
    losses,
    isParkedWhenOff,
    wanted: definition,
    readers,
    isNamed,
  };
  const blocked = (reason: BlockReason, words = ''): MergedCell => ({
    ...blockedCell(target, path, name, reason, words),
    ...shown,
  });
  const unchanged: MergedCell = { ...shown, outcome: 'same', changes: [] };
  const invalid = file.invalid.get(name);
  if (invalid) return blocked('theirs-invalid', describe(invalid).message);
  // The gateway serves what the catalog says.
  if (written && servedName(written) === name) return unchanged;
  const { from, record, theirs } = await recordedIn(draft, file, name, around.renames.oldName(catalog, name));
  // Where a disabled server is left out, an absent one is as wanted.
  const isLeftOut = !theirs && server.disabled && isParkedWhenOff;
  const unusable = (): MergedCell => {
    if (!isNotInstalled) return { ...blocked('refused', why), ...(theirs && { theirs }) };
    return isLeftOut ? unchanged : blocked('not-installed', why);
  };
  if (!mine) return unusable();
  const obstacle = await obstacleIn(draft, document, name, { server, theirs, record }, around);
  if (obstacle) return blocked(...obstacle);
  const other = await otherCatalog(draft, record, around.state);
  if (other !== undefined) return isEqualTo(mine, theirs) ? unchanged : blocked('other-catalog', other);
  if (isLeftOut) return unchanged;
  const base = baseOf(document, name, record, around);
  const merge = mergeEntry({ base, mine, theirs }, around.decide?.(target, name));
  return { ...shown, ...mergedInto(merge, theirs ? from : undefined), ...withSides({ base, mine, theirs }) };
}

/** Why an entry cannot be merged with what is there: in the file, in the client's other files, or in the catalog. */
async function obstacleIn(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  { server, theirs, record }: { server: Server; theirs: Server | undefined; record: Written | undefined },
  { state }: Surroundings,
): Promise<[BlockReason, string?] | undefined> {
  const { client, place, revision } = document;
  if (record && state.paused.has(record.catalog)) return ['profile-missing'];
  if (theirs) return undefined;
  // What cannot be merged with the entry in another file of the client would be refused when it is written.
  const beside = (await entriesElsewhere(draft, document))(name);
  const merging = beside && viewIn(client, place, revision.value, name, portable(server), beside);
  if (merging && !merging.server) return ['refused', merging.why ?? ''];
  return (await isTaken(draft, document, name)) ? ['name-taken'] : undefined;
}

/** The catalog that an entry was written for, if it is none of those here and still exists. */
async function otherCatalog(
  { host }: PlanDraft,
  record: Written | undefined,
  state: WantedState,
): Promise<string | undefined> {
  if (!record || isOfCatalogs(record, state)) return undefined;
  return (await host.fs.kindOf(record.catalog)) === undefined ? undefined : record.catalog;
}

function isOfCatalogs({ catalog }: Written, { catalogs }: WantedState): boolean {
  return catalogs.some(({ path }) => path === catalog);
}

function baseOf(
  document: OpenDocument,
  name: string,
  record: Written | undefined,
  { state, agreed }: Surroundings,
): Server | undefined {
  return record && isOfCatalogs(record, state) ? baseIn(document, record) : agreed.get(cellKey(document, name));
}

/** The record may be of another client that reads the same file. */
function baseIn({ client, place, revision }: OpenDocument, { client: id, server }: Written): Server {
  return asReadBy(client, clientById(id) ?? client, place, revision.value, server);
}

/** The cell, blocked if a policy does not allow what would be written. */
async function unlessRefused(
  { host }: PlanDraft,
  { policies }: Surroundings,
  { merge, ...cell }: MergedCell,
): Promise<MergedCell> {
  const { outcome, mine, name, target, path } = cell;
  const whole = { ...cell, ...(merge && { merge }) };
  if (outcome !== 'write' || !mine || mine.disabled) return whole;
  const refusal = await refusalHere(policies, host, name, mine);
  return refusal ? { ...cell, ...blockedCell(target, path, name, 'policy', policyWords(refusal.data)) } : whole;
}

function isEqualTo(mine: Server, theirs: Server | undefined): boolean {
  return theirs !== undefined && changesOf({ base: undefined, mine, theirs }).every(({ by }) => by === 'same');
}

/** What is known about an entry, under its name or, if the catalog renamed it, under the old one. */
async function recordedIn(
  draft: PlanDraft,
  file: ClientFile,
  name: string,
  old: string | undefined,
): Promise<{ from: string | undefined; record: Written | undefined; theirs: Server | undefined }> {
  const theirs = await theirsIn(draft, file, name);
  if (old === undefined || theirs || !file.written.has(old))
    return { from: undefined, record: file.written.get(name), theirs };
  return { from: old, record: file.written.get(old), theirs: await theirsIn(draft, file, old) };
}

/** A cell that is only renamed is written too. */
function mergedInto(
  merge: Merge,
  renamedFrom: string | undefined,
): Pick<MergedCell, 'outcome' | 'changes' | 'merge' | 'renamedFrom'> {
  const { outcome, changes } = merge;
  if (renamedFrom === undefined) return { outcome, changes, merge };
  const isRenameOnly = outcome === 'same' || outcome === 'keep';
  return { outcome: isRenameOnly ? 'write' : outcome, changes, merge, renamedFrom };
}

function withSides({ base, mine, theirs }: Sides): Pick<MergedCell, 'base' | 'mine' | 'theirs'> {
  return { ...(base && { base }), ...(mine && { mine }), ...(theirs && { theirs }) };
}

/** An entry that was written for a catalog that no longer wants it there. */
async function unwantedCell(
  draft: PlanDraft,
  file: ClientFile,
  record: Written,
  wanted: ReadonlyMap<string, unknown>,
  { state, renames, decide }: Surroundings,
): Promise<MergedCell | undefined> {
  const { target, document, isParkedWhenOff } = file;
  const { name } = record;
  const catalog = state.catalogs.find(({ path }) => path === record.catalog);
  if (!catalog) return undefined;
  const shown = { target, path: document.path, name, catalog, document, isParkedWhenOff };
  if (catalog.invalid.has(name)) return { ...shown, ...blockedCell(target, document.path, name, 'invalid', '') };
  if (state.paused.has(catalog.path))
    return { ...shown, ...blockedCell(target, document.path, name, 'profile-missing', '') };
  const to = renames.newName(catalog, name);
  // It is renamed, unless the new name is not wanted in this file.
  if (to !== undefined && wanted.has(to)) return undefined;
  const theirs = await theirsIn(draft, file, name);
  const base = baseIn(document, record);
  const merge = mergeEntry({ base, mine: undefined, theirs }, decide?.(target, name));
  const { outcome, changes } = merge;
  return { ...shown, outcome, changes, losses: [], merge, base, ...(theirs && { theirs }) };
}

function blockedCell(target: Target, path: string, name: string, blocked: BlockReason, why: string): MergedCell {
  return { target, path, name, outcome: 'blocked', changes: [], losses: [], blocked, ...(why !== '' && { why }) };
}
