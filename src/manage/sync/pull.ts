import { overrideFor, withValueAt } from '../../model/catalog-fields.ts';
import type { Server } from '../../model/server.ts';
import { isMap, sameValue, type Value, valueAt, type ValueMap } from '../../model/value.ts';
import { checkNew } from '../add.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';
import { entryIn, putServer, sourceIn } from '../plan/put-server.ts';
import type { ProjectSource } from '../project-source.ts';
import type { Catalog } from './catalogs.ts';
import type { FieldPath } from './fields.ts';
import type { MergedCell } from './sync-cell.ts';

/** A field of a catalog entry that gets the value of a client. */
interface Pull {
  readonly cell: MergedCell;
  readonly catalog: Catalog;
  /** In the catalog entry: the field itself, or the override of the client. */
  readonly path: FieldPath;
  /** Undefined removes the field. */
  readonly value: Value | undefined;
}

/** Cells that want to send different values to the same field of the catalog. */
export function clashingPulls(cells: readonly MergedCell[]): ReadonlySet<MergedCell> {
  const first = new Map<string, Pull>();
  const clashing = new Set<MergedCell>();
  for (const pull of cells.flatMap(pullsOf)) {
    const key = JSON.stringify([pull.catalog.path, pull.cell.name, pull.path]);
    const other = first.get(key);
    if (!other) first.set(key, pull);
    else if (!sameValue(other.value, pull.value)) clashing.add(other.cell).add(pull.cell);
  }
  return clashing;
}

/** Plans the changes of the catalogs. What came from a project's file is recorded as such. */
export async function pullIntoCatalogs(draft: PlanDraft, cells: readonly MergedCell[]): Promise<void> {
  const pulls = cells.flatMap(pullsOf);
  const groups = new Map<string, Pull[]>();
  for (const pull of pulls) {
    const key = JSON.stringify([pull.catalog.path, pull.cell.name]);
    groups.set(key, [...(groups.get(key) ?? []), pull]);
  }
  for (const group of groups.values()) {
    const [{ cell, catalog }] = group as [Pull];
    const { name } = cell;
    const before = catalog.servers.get(name);
    if (!before) continue;
    const after = group.reduce<Server>(
      (server, { path, value }) => withValueAt(server as ValueMap, path, value),
      before,
    );
    checkNew(name, after);
    const document = await draft.reopen(catalog.document);
    const source = await sourceOf(draft, group, catalog, before);
    await putServer(draft, document, name, after, { source, isEdit: true });
  }
}

function pullsOf(cell: MergedCell): Pull[] {
  const { catalog, target, name, merge } = cell;
  const server = catalog?.servers.get(name);
  if (!catalog || !server || !merge) return [];
  return merge.pulled.map(({ change, as }): Pull => {
    const { path, theirs } = change;
    const own = ['clients', target.client.id];
    // The client does not have the entry.
    if (path.length === 0) return { cell, catalog, path: own, value: false };
    const override = overrideFor(server, target.client.id);
    const isOverridden = isMap(override) && valueAt(override, path) !== undefined;
    if (as === 'theirs' && !isOverridden) return { cell, catalog, path, value: theirs };
    // Null leaves out a field that the definition has.
    const isDefined = valueAt(server as ValueMap, path) !== undefined;
    return { cell, catalog, path: [...own, ...path], value: theirs ?? (isDefined ? null : undefined) };
  });
}

/** The project that one of the values came from, or the definition before. */
async function sourceOf(
  draft: PlanDraft,
  pulls: readonly Pull[],
  catalog: Catalog,
  before: Server,
): Promise<ProjectSource | undefined> {
  for (const { cell } of pulls) {
    const name = cell.renamedFrom ?? cell.name;
    const entry = cell.document && (await entryIn(draft, cell.document, name));
    const source = cell.document && entry && (await sourceIn(draft, cell.document, entry));
    if (source) return source;
  }
  const [{ cell }] = pulls as [Pull];
  return sourceIn(draft, catalog.document, { name: cell.name, server: before });
}
