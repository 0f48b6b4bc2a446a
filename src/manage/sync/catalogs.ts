import { clients } from '../../clients/registry.ts';
import { checkedDocument } from '../../discovery/checks/checked-document.ts';
import { type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Profile } from '../../model/fields/catalog-fields.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, type Value } from '../../model/value.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import type { Target } from '../plan/target.ts';

/** One of our own files, as a sync reads it. */
export interface Catalog {
  readonly target: Target & { readonly scope: 'user' | 'project' };
  readonly document: OpenDocument;
  readonly path: string;
  /** By name; without those that no client can use. */
  readonly servers: ReadonlyMap<string, Server>;
  /** Names with an error, or with a field for Plugboard alone that cannot be read. They are left as they are. */
  readonly invalid: ReadonlySet<string>;
  /** Why those that are meant for clients are not synced. */
  readonly issues: readonly Diagnostic[];
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly profiles: ReadonlyMap<string, Profile>;
}

export const catalogTargets: readonly Catalog['target'][] = [
  { client: clients.canonical, scope: 'user' },
  { client: clients.canonical, scope: 'project' },
];

/** The catalogs that apply here, the user's first. Throws if one of them is malformed: it decides what is removed. */
export async function readCatalogs(draft: PlanDraft): Promise<Catalog[]> {
  const found: Catalog[] = [];
  for (const target of catalogTargets) {
    const document = await draft.open(target);
    if (!(await draft.isThere(document.path)) || found.some(({ path }) => path === document.path)) continue;
    found.push(catalogIn(target, document));
  }
  return found;
}

/** Codes of warnings about fields that decide who gets a server. */
const deciding: readonly string[] = ['catalog-field-ignored', 'sync-target-unknown', 'override-invalid'];

function catalogIn(target: Catalog['target'], document: OpenDocument): Catalog {
  const { client, place, path, revision } = document;
  const settled = revision.settle();
  const { entries, issues } = checkedDocument(client, place, settled);
  const errors = issues.filter(isError);
  if (errors.length > 0)
    throw new PlugboardError('document-malformed', { diagnostics: errors.map((one) => ({ ...one, file: path })) });
  const decides = (one: Diagnostic): boolean => isError(one) || deciding.includes(one.code);
  const invalid = entries.filter(({ issues: own }) => own.some(decides));
  const unsynced = invalid.filter(({ entry }) => entry.server.targets !== undefined);
  const names = new Set(invalid.map(({ entry }) => entry.name));
  const valid = entries.filter(({ entry }) => !names.has(entry.name));
  const { value } = settled;
  return {
    target,
    document,
    path,
    servers: new Map(valid.map(({ entry }) => [entry.name, entry.server])),
    invalid: names,
    issues: unsynced.flatMap(({ issues: own }) => own.filter(decides).map((one) => ({ ...one, file: path }))),
    groups: new Map(entriesIn(value, 'groups').map(([name, members]) => [name, textsOf(members)])),
    profiles: new Map(
      entriesIn(value, 'profiles').flatMap(([name, one]) => (hasServers(one) ? [[name, profileOf(one)] as const] : [])),
    ),
  };
}

function entriesIn(root: Value | undefined, key: string): [string, Value][] {
  const map = isMap(root) ? getOwn(root, key) : undefined;
  return isMap(map) ? Object.entries(map) : [];
}

function textsOf(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Without a list, a profile would mean no server at all. */
function hasServers(profile: Value): boolean {
  return isMap(profile) && Array.isArray(getOwn(profile, 'servers'));
}

function profileOf(value: Value): Profile {
  const servers = textsOf(isMap(value) ? getOwn(value, 'servers') : undefined);
  const tools = entriesIn(value, 'tools').map(([server, filter]) => {
    const list = (side: string): string[] | undefined => {
      const names = isMap(filter) ? getOwn(filter, side) : undefined;
      return names === undefined ? undefined : textsOf(names);
    };
    const [allow, deny] = [list('allow'), list('deny')];
    return [server, { ...(allow && { allow }), ...(deny && { deny }) }] as const;
  });
  return { servers, tools: Object.fromEntries(tools) };
}
