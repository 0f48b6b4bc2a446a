import type { Loss } from '../../model/diagnostics/loss.ts';
import { definitionFor } from '../../model/fields/catalog-fields.ts';
import type { Server } from '../../model/server.ts';
import type { Path } from '../../model/value.ts';
import { bringBack, parkedIn, putAway } from '../ledger/parking.ts';
import { fitChangedCommand, keepWrapper } from '../plan/fit-command.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { entryIn, putServer, sourceIn } from '../plan/put-server.ts';
import { removeServer } from '../plan/remove-server.ts';
import type { Target } from '../plan/target.ts';
import type { ProjectSource } from '../project-source.ts';
import { reportStoredValues } from '../references/stored-values.ts';
import { renameInDraft } from '../rename.ts';
import { giveVaulted, vaultedEntry } from '../vaulted/vaulted-entry.ts';
import { keepingLauncher } from './launched.ts';
import type { MergedCell } from './sync-cell.ts';
import { readWritten, setWritten, type Written } from './written-file.ts';

/** Plans the changes of the clients' files, and records what was written. */
export async function writeCells(
  draft: PlanDraft,
  cells: readonly MergedCell[],
  { prune = false, profiles }: { readonly prune?: boolean | undefined; readonly profiles?: unknown },
): Promise<void> {
  const records = new Map<string, Map<string, Written>>();
  const storesOf = storesByName(cells);
  for (const cell of widestFirst(cells)) {
    const { document, merge } = cell;
    if (!document || !merge || cell.outcome === 'blocked' || cell.outcome === 'conflict') continue;
    const isPruned = cell.outcome === 'prune' && prune;
    if (cell.renamedFrom !== undefined) await renameInDraft(draft, cell.renamedFrom, cell.name, cell.target);
    if (isPruned) await removeCell(draft, document, cell.name);
    else if (merge.merged) {
      // What a client refuses beside its other files is not there, so it is not remembered.
      if (!(await writeCell(draft, cell, document, merge.merged))) continue;
      reportStoredValues(draft, storesOf(cell.name), document, merge.merged, cell.theirs);
    }
    // A profile that a client cannot express may change nothing, and must not look as if it were in effect.
    else if (profiles) draft.recordLosses(cell.name, cell.losses.filter(isAboutTools));
    const known = records.get(document.path) ?? byEntry(await readWritten(draft, document.path));
    records.set(document.path, known);
    remember(known, cell, document, isPruned ? undefined : merge.base);
  }
  for (const [path, servers] of records) await setWritten(draft, path, [...servers.values()]);
}

/** The clients that have a server and take values from a secret store of their own. */
function storesByName(cells: readonly MergedCell[]): (name: string) => readonly Target[] {
  const stores = new Map<string, Target[]>();
  for (const { name, target, theirs } of cells)
    if (theirs && target.client.behavior?.secretStore !== undefined)
      stores.set(name, [...(stores.get(name) ?? []), target]);
  return (name) => stores.get(name) ?? [];
}

/** An entry of a project inherits from the user's in a client that merges by field, so that one has to be there first. */
function widestFirst(cells: readonly MergedCell[]): MergedCell[] {
  const isNarrow = ({ target }: MergedCell): number =>
    Number(target.client.merge === 'fields' && target.scope !== 'user');
  return cells.toSorted((a, b) => isNarrow(a) - isNarrow(b));
}

function isAboutTools({ field }: Loss): boolean {
  return field.split('.')[0] === 'tools';
}

function byEntry(written: readonly Written[]): Map<string, Written> {
  return new Map(written.map((one) => [keyOf(one.at, one.name), one]));
}

function keyOf(at: Path, name: string): string {
  return JSON.stringify([at, name]);
}

function remember(
  known: Map<string, Written>,
  { target, catalog, name, renamedFrom }: MergedCell,
  { at }: OpenDocument,
  base: Server | undefined,
): void {
  if (renamedFrom !== undefined) known.delete(keyOf(at, renamedFrom));
  known.delete(keyOf(at, name));
  if (!base || !catalog) return;
  const { client, scope } = target;
  known.set(keyOf(at, name), { name, at, client: client.id, scope, catalog: catalog.path, server: base });
}

async function writeCell(draft: PlanDraft, cell: MergedCell, opened: OpenDocument, merged: Server): Promise<boolean> {
  const { name } = cell;
  const document = await bringBack(draft, await draft.reopen(opened), name);
  const source = await sourceOf(draft, cell);
  const isOff = merged.disabled === true && cell.isParkedWhenOff === true;
  const { disabled: _, ...on } = merged;
  draft.recordLosses(name, cell.losses);
  const present = await entryIn(draft, document, name);
  const meant = isOff ? on : merged;
  const vaulted = present ? undefined : await vaultedEntry(draft, document, name, meant);
  const launched = vaulted?.server ?? (await keepingLauncher(draft, present?.server, meant));
  const wanted = keepWrapper(present?.server, launched);
  const fitted = await fitChangedCommand(draft.host, document, present?.server, wanted);
  draft.recordLosses(name, fitted.losses);
  const entry = cell.catalog?.servers.get(name);
  const asDefined = entry && definitionFor(entry, document.client.id);
  if (!(await putServer(draft, document, name, fitted.server, { source, asDefined }))) return false;
  // What a project says gets no secret without a person's word.
  const mayHaveSecrets = vaulted?.mayHaveSecrets ?? launched !== meant;
  await giveVaulted(
    draft,
    { name, file: document.path },
    { ...vaulted, server: fitted.server, mayHaveSecrets },
    source,
  );
  const written = isOff ? await entryIn(draft, document, name) : undefined;
  if (written) await putAway(draft, document, written);
  return true;
}

/**
 * The project that a definition comes from: the catalog's entry itself, or what is different for this client. Approval is
 * asked for what is written, not for what the entry says for others.
 */
async function sourceOf(draft: PlanDraft, { name, catalog, wanted }: MergedCell): Promise<ProjectSource | undefined> {
  if (!catalog || !wanted) return undefined;
  const source = await sourceIn(draft, catalog.document, { name, server: wanted });
  const server = catalog.servers.get(name);
  if (source || !server) return source;
  const ofEntry = await sourceIn(draft, catalog.document, { name, server });
  return ofEntry && { ...ofEntry, server: wanted };
}

async function removeCell(draft: PlanDraft, opened: OpenDocument, name: string): Promise<void> {
  const document = await draft.reopen(opened);
  const isParked = !(await entryIn(draft, document, name)) && (await parkedIn(draft, document, name)) !== undefined;
  await removeServer(draft, isParked ? await bringBack(draft, document, name) : document, name);
}
