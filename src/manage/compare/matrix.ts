import { clients } from '../../clients/registry.ts';
import { findClients, type FoundFile } from '../../discovery/find-clients.ts';
import { groupBy } from '../../discovery/group-by.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';
import { compareNames } from '../../model/server-name.ts';
import type { Server } from '../../model/server.ts';
import { fingerprint } from '../../store/read/fingerprint.ts';
import { serversIn } from '../plan/servers-in.ts';
import { type Target } from '../plan/target.ts';
import { targetsHere } from '../plan/targets-here.ts';
import { type Cell, compareWithCatalog } from './compare-with-catalog.ts';
import { withSyncStates } from './sync-states.ts';

/** One client file and the catalog of its scope. */
export interface MatrixColumn {
  readonly target: Target;
  readonly catalog: Target;
  /** Absolute path of the catalog. */
  readonly catalogPath: string;
  /** Absolute path. */
  readonly path: string;
  readonly exists: boolean;
  /** Why the file cannot be compared. */
  readonly unreadable?: Diagnostic;
}

export interface MatrixRow {
  readonly name: string;
  readonly inCatalog: boolean;
  /** In column order. */
  readonly cells: readonly Cell[];
}

export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

/** Compares every server with every client file on this machine, relative to the catalog. Contains secrets. */
export async function matrixOf(host: Host, only?: readonly string[]): Promise<Matrix> {
  const columns = await columnsHere(host);
  const groups = groupBy(columns, ({ catalog }) => catalog);
  const compared = new Map<string, Map<string, Cell>>();
  const unreadable = new Map<string, Diagnostic>();
  const inCatalog = new Set<string>();
  const all: Cell[] = [];
  for (const [catalog, members] of groups) {
    const { names, cells, issues } = await compareWithCatalog(
      host,
      catalog,
      members.map(({ target }) => target),
      { only, changes: false },
    );
    for (const name of names) inCatalog.add(name);
    all.push(...cells);
    for (const issue of issues) if (issue.file !== undefined) unreadable.set(issue.file, issue);
  }
  // A catalog that cannot be read is an issue of its own.
  const synced = await withSyncStates(
    host,
    all,
    columns.map(({ target }) => target),
    only,
  ).catch(() => ({ cells: all }));
  for (const cell of synced.cells) bucket(compared, `${cell.client}:${cell.scope}`).set(cell.name, cell);
  const names = new Set(inCatalog);
  for (const cells of compared.values()) for (const name of cells.keys()) names.add(name);
  const inColumns = columns.map(({ target }) => ({ target, cells: compared.get(keyOf(target)) }));
  return {
    columns: columns.map((column) => {
      const error = unreadable.get(column.path);
      return error ? { ...column, unreadable: error } : column;
    }),
    rows: [...names].toSorted(compareNames).map((name) => ({
      name,
      inCatalog: inCatalog.has(name),
      cells: inColumns.map(({ target, cells }) => cells?.get(name) ?? absent(target, name)),
    })),
  };
}

/** Each client's user file, and the existing files of this project. */
async function columnsHere(host: Host): Promise<MatrixColumn[]> {
  const files = new Map<string, FoundFile>();
  for (const found of await findClients(host))
    for (const file of found.files)
      if (file.location.variant === undefined) files.set(`${found.client.id}:${file.location.scope}`, file);
  const own = await targetsHere(host);
  const ofProject = (await targetsHere(host, 'project')).filter((target) => files.get(keyOf(target))?.exists);
  const all = [...own, ...ofProject.filter((target) => !own.some((one) => keyOf(one) === keyOf(target)))];
  const catalogs = { user: await catalogFor(host, 'user'), project: await catalogFor(host, 'project') };
  return all.flatMap((target) => {
    const file = files.get(keyOf(target));
    if (!file) return [];
    const catalog = target.scope === 'user' ? catalogs.user : catalogs.project;
    const catalogPath = files.get(keyOf(catalog))?.path ?? '';
    return [{ target, catalog, catalogPath, path: file.path, exists: file.exists }];
  });
}

/** The catalog for a file: the project's catalog for project files, if it exists. */
export async function catalogFor(host: Host, scope: Scope): Promise<Target> {
  return scope !== 'user' && (await hasServers(host, projectCatalog)) ? projectCatalog : userCatalog;
}

const userCatalog: Target = { client: clients.canonical, scope: 'user' };
const projectCatalog: Target = { client: clients.canonical, scope: 'project' };

async function hasServers(host: Host, target: Target): Promise<boolean> {
  const { servers } = await serversIn(host, target).catch(() => ({ servers: new Map<string, Server>() }));
  return servers.size > 0;
}

/** Fingerprint of a difference; it changes when either side changes. */
export function differenceOf({ name, client, scope, wanted, present }: Cell): string {
  return fingerprint(Buffer.from(JSON.stringify([name, client, scope, wanted ?? null, present ?? null])));
}

export function keyOf({ client, scope }: Target): string {
  return `${client.id}:${scope}`;
}

function bucket<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const found = map.get(key) ?? new Map<string, V>();
  map.set(key, found);
  return found;
}

function absent({ client, scope }: Target, name: string): Cell {
  return { client: client.id, scope, name, state: 'not-there', losses: [], changes: [] };
}
