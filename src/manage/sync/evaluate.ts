import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { policyWords } from '../../model/diagnostics/policy-errors.ts';
import type { Server } from '../../model/server.ts';
import type { Policy } from '../../policy/policy.ts';
import { readPolicies } from '../../store/policy/read-policies.ts';
import { refusalBy } from '../../store/policy/require-allowed.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { isTaken } from '../plan/put-server.ts';
import type { Target } from '../plan/target.ts';
import { type ClientFile, readClientFile, theirsIn } from './client-file.ts';
import { viewIn } from './client-view.ts';
import { changesOf, type Decide, type Merge, mergeEntry, type Sides } from './merge.ts';
import { findRenames } from './renames.ts';
import type { BlockReason, MergedCell } from './sync-cell.ts';
import { readWanted, type WantedFile, type WantedServer, type WantedState } from './wanted.ts';
import type { Written } from './written-file.ts';

/** Decides about a field of one server in one file. */
export type DecideIn = (target: Target, name: string) => Decide;

export interface Evaluation extends WantedState {
  readonly cells: readonly MergedCell[];
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
  { decide, only, agreed = new Map() }: EvaluateOptions = {},
): Promise<Evaluation> {
  const state = await readWanted(draft);
  const renames = findRenames(state);
  const cells: MergedCell[] = [];
  // An invalid policy is reported when something is written.
  const policies = await readPolicies(draft.host).catch(() => []);
  const around: Surroundings = { state, renames, decide, only, agreed, policies, claimed: new Set<string>() };
  const files = [...state.files.values()].filter(({ target }) => only?.(target) ?? true);
  for (const file of files) cells.push(...(await cellsOf(draft, file, around, 'wanted')));
  for (const file of files) cells.push(...(await cellsOf(draft, file, around, 'written')));
  return { ...state, cells };
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
  readonly only: EvaluateOptions['only'];
  readonly agreed: ReadonlyMap<string, Server>;
  readonly policies: readonly Policy[];
  /** Several clients may read the same file: each entry is handled for one of them. */
  readonly claimed: Set<string>;
}

async function cellsOf(
  draft: PlanDraft,
  { target, servers }: WantedFile,
  around: Surroundings,
  which: 'wanted' | 'written',
): Promise<MergedCell[]> {
  if (which === 'wanted' && servers.size === 0) return [];
  let file: ClientFile;
  try {
    file = await readClientFile(draft, target);
  } catch (error) {
    const problems = problemsIn(error);
    const [first] = problems;
    if (which === 'written') return [];
    const looked = [...servers].filter(([name]) => around.only?.(target, name) ?? true);
    return looked.map(([name, { catalog }]) => ({
      ...blockedCell(target, first?.file ?? '', name, 'unreadable', first ? describe(first).message : ''),
      catalog,
      problems,
    }));
  }
  const { document, written } = file;
  const here = new Set(around.state.catalogs.map(({ path }) => path));
  const names =
    which === 'wanted'
      ? [...servers.keys()]
      : [...written.values()].filter((one) => here.has(one.catalog)).map((one) => one.name);
  const cells: MergedCell[] = [];
  for (const name of names) {
    const key = cellKey(document, name);
    if (around.claimed.has(key) || around.only?.(target, name) === false) continue;
    around.claimed.add(key);
    const wanted = servers.get(name);
    const cell = wanted
      ? unlessRefused(draft, around, await wantedCell(draft, file, name, wanted, around))
      : await unwantedCell(draft, file, name, around);
    if (cell) cells.push(cell);
  }
  return cells;
}

async function wantedCell(
  draft: PlanDraft,
  file: ClientFile,
  name: string,
  { catalog, server }: WantedServer,
  around: Surroundings,
): Promise<MergedCell> {
  const { target, document } = file;
  const { client, place, path, revision } = document;
  const { server: mine, losses, why } = viewIn(client, place, revision.value, name, server);
  const shown = { target, path, name, catalog, document, losses, isParkedWhenOff: file.isParkedWhenOff };
  const blocked = (reason: BlockReason, words = ''): MergedCell => ({
    ...blockedCell(target, path, name, reason, words),
    ...shown,
  });
  const unchanged: MergedCell = { ...shown, outcome: 'same', changes: [] };
  const invalid = file.invalid.get(name);
  if (invalid) return blocked('theirs-invalid', describe(invalid).message);
  if (!mine) return blocked('refused', why);
  const { from, record, theirs } = await recordedIn(draft, file, name, around.renames.oldName(catalog, name));
  if (!theirs && (await isTaken(draft, document, name))) return blocked('name-taken');
  const isOurs = record === undefined || around.state.catalogs.some((one) => one.path === record.catalog);
  if (!isOurs && (await draft.host.fs.kindOf(record.catalog)) !== undefined) {
    return isEqualTo(mine, theirs) ? unchanged : blocked('other-catalog', record.catalog);
  }
  // Where a disabled server is left out, an absent one is as wanted.
  if (!theirs && mine.disabled && file.isParkedWhenOff) return unchanged;
  const base = isOurs && record ? record.server : around.agreed.get(cellKey(document, name));
  const merge = mergeEntry({ base, mine, theirs }, around.decide?.(target, name));
  return { ...shown, ...mergedInto(merge, theirs ? from : undefined), ...withSides({ base, mine, theirs }) };
}

/** The cell, blocked if a policy does not allow what would be written. */
function unlessRefused({ host }: PlanDraft, { policies }: Surroundings, { merge, ...cell }: MergedCell): MergedCell {
  const { outcome, mine, name, target, path } = cell;
  const whole = { ...cell, ...(merge && { merge }) };
  if (outcome !== 'write' || !mine || mine.disabled) return whole;
  const refusal = refusalBy(policies, host, name, mine);
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
  name: string,
  { state, renames, decide }: Surroundings,
): Promise<MergedCell | undefined> {
  const { target, document } = file;
  const record = file.written.get(name);
  const catalog = state.catalogs.find(({ path }) => path === record?.catalog);
  if (!record || !catalog) return undefined;
  const shown = { target, path: document.path, name, catalog, document, isParkedWhenOff: file.isParkedWhenOff };
  if (catalog.invalid.has(name)) return { ...shown, ...blockedCell(target, document.path, name, 'invalid', '') };
  const to = renames.newName(catalog, name);
  // It is renamed, unless the new name is not wanted in this file.
  if (to !== undefined && state.files.get(`${target.client.id}:${target.scope}`)?.servers.has(to)) return undefined;
  const theirs = await theirsIn(draft, file, name);
  const merge = mergeEntry({ base: record.server, mine: undefined, theirs }, decide?.(target, name));
  return {
    ...shown,
    outcome: merge.outcome,
    changes: merge.changes,
    losses: [],
    merge,
    base: record.server,
    ...(theirs && { theirs }),
  };
}

function blockedCell(target: Target, path: string, name: string, blocked: BlockReason, why: string): MergedCell {
  return { target, path, name, outcome: 'blocked', changes: [], losses: [], blocked, ...(why !== '' && { why }) };
}

/** The problems of a file that cannot be read or edited. Throws any other error. */
export function problemsIn(error: unknown): readonly Diagnostic[] {
  if (error instanceof PlugboardError && error.code === 'document-malformed')
    return (error as PlugboardError<'document-malformed'>).data.diagnostics;
  throw error;
}
