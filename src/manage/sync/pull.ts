import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { definitionFor, overrideFor, type Profile, withValueAt } from '../../model/fields/catalog-fields.ts';
import { withoutTrust } from '../../model/fields/effective-fields.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, sameValue, type Value, valueAt, type ValueMap } from '../../model/value.ts';
import { checkNew } from '../add.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { entryIn, putServer, sourceIn } from '../plan/put-server.ts';
import type { ProjectSource } from '../project-source.ts';
import { withoutSecrets } from '../secrets/without-secrets.ts';
import { activeProfile, type ActiveProfiles, inProfile } from './active-profile.ts';
import type { Catalog } from './catalogs.ts';
import type { FieldPath } from './fields.ts';
import type { MergedCell } from './sync-cell.ts';

/** A field of a catalog entry that gets the value of a client. */
interface Pull {
  readonly cell: MergedCell;
  readonly catalog: Catalog;
  /** In the catalog entry: the field itself, or the override of the client. In a profile: the list of tools. */
  readonly path: FieldPath;
  /** The profile that decides about the field, instead of the entry. */
  readonly profile?: string;
  /** Undefined removes the field. */
  readonly value: Value | undefined;
}

/** Cells that want to send different values to the same field of the catalog. */
export function clashingPulls(cells: readonly MergedCell[], active: ActiveProfiles): ReadonlySet<MergedCell> {
  const first = new Map<string, Pull>();
  const clashing = new Set<MergedCell>();
  for (const pull of cells.flatMap((cell) => pullsOf(cell, active))) {
    const key = JSON.stringify([pull.catalog.path, pull.cell.name, pull.profile ?? null, pull.path]);
    const other = first.get(key);
    if (!other) first.set(key, pull);
    else if (!sameValue(other.value, pull.value)) clashing.add(other.cell).add(pull.cell);
  }
  return clashing;
}

/** Plans the changes of the catalogs. What came from a project's file is recorded as such. */
export async function pullIntoCatalogs(
  draft: PlanDraft,
  cells: readonly MergedCell[],
  active: ActiveProfiles,
): Promise<void> {
  const pulls = cells.flatMap((cell) => pullsOf(cell, active));
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
    const ofEntry = group.filter(({ profile }) => profile === undefined);
    const pulled = ofEntry.reduce<Server>(
      (server, { path, value }) => withValueAt(server as ValueMap, path, value),
      before,
    );
    const isFromProject = ofEntry.some((pull) => pull.cell.target.scope === 'project');
    const { server: after, losses } =
      isFromProject && catalog.target.scope !== 'project'
        ? withoutTrust(catalog.target.client.id, pulled, before)
        : { server: pulled, losses: [] };
    draft.recordLosses(name, losses);
    checkNew(name, after);
    const document = await draft.reopen(catalog.document);
    const source = await sourceOf(draft, group, catalog, before);
    // An override of one client leaves the definition for the others as it was.
    const ofOthers = ofEntry.some(({ path }) => path[0] !== 'clients')
      ? source
      : await sourceIn(draft, catalog.document, { name, server: before });
    if (ofEntry.length > 0) await putServer(draft, document, name, after, { source: ofOthers, isEdit: true });
    if (source) noteOverrides(draft, source, after, ofEntry);
    if (catalog.target.scope === 'project') reportSecrets(draft, catalog, name, ofEntry);
    for (const { profile, path, value } of group)
      if (profile !== undefined) setInProfile(document, profile, path, value);
  }
}

/** An override from a project is not in the definition itself, but it is what its client would start. */
function noteOverrides(draft: PlanDraft, source: ProjectSource, after: Server, pulls: readonly Pull[]): void {
  for (const client of new Set(pulls.map(({ cell }) => cell.target.client.id))) {
    const written = overrideFor(after, client) ? definitionFor(after, client) : undefined;
    if (written) draft.copied({ ...source, written });
  }
}

/** The catalog of a project is committed, so a secret in a client's file must not get there unnoticed. */
function reportSecrets(draft: PlanDraft, { path: file }: Catalog, name: string, pulls: readonly Pull[]): void {
  for (const { path, value } of pulls) {
    const field = path[0] === 'clients' ? path.slice(2) : path;
    if (withoutSecrets(name, withValueAt({}, field, value)).variables.length > 0)
      draft.report(diagnostic('plain-secret', { name: `${name}.${field.join('.')}` }, { file }));
  }
}

function setInProfile({ revision }: OpenDocument, profile: string, path: FieldPath, value: Value | undefined): void {
  const at = ['profiles', profile, ...path];
  if (value === undefined) revision.remove(at, { prune: 2 });
  else revision.set(at, value);
}

function pullsOf(cell: MergedCell, active: ActiveProfiles): Pull[] {
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
    if (as === 'theirs' && !isOverridden) {
      if (!isOfProfile(catalog, active, name, path)) return { cell, catalog, path, value: theirs };
      const profile = profileFor(catalog, active, name, server, path, theirs);
      if (profile !== undefined)
        return { cell, catalog, profile, path: ['tools', name, ...path.slice(1)], value: theirs };
    }
    // Null leaves out a field that the definition has.
    const isDefined = cell.wanted !== undefined && valueAt(cell.wanted as ValueMap, path) !== undefined;
    return { cell, catalog, path: [...own, ...path], value: theirs ?? (isDefined ? null : undefined) };
  });
}

/** Whether the profile in use decides about a field: a list of tools that it has. */
function isOfProfile(catalog: Catalog, active: ActiveProfiles, name: string, path: FieldPath): boolean {
  const [field, side] = path;
  const filter = getOwn(activeProfile(catalog, active)?.tools ?? {}, name);
  return field === 'tools' && (side === 'allow' || side === 'deny') && filter?.[side] !== undefined;
}

/** The profile to change, if that gives the client's value: a profile cannot offer what the definition does not. */
function profileFor(
  catalog: Catalog,
  active: ActiveProfiles,
  name: string,
  server: Server,
  path: FieldPath,
  theirs: Value | undefined,
): string | undefined {
  const [, side = ''] = path;
  const profile = activeProfile(catalog, active) as Profile;
  const filter = withValueAt({ ...getOwn(profile.tools ?? {}, name) } as ValueMap, [side], theirs);
  const changed = { ...profile, tools: { ...profile.tools, [name]: filter } } as Profile;
  const result = inProfile(name, server, changed);
  const isSame = result !== undefined && sameValue(valueAt(result as ValueMap, path), theirs);
  return isSame ? getOwn(active, catalog.path) : undefined;
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
