import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Profile } from '../../model/fields/catalog-fields.ts';
import type { Server } from '../../model/server.ts';
import { commonPatterns } from '../../model/tools/tool-pattern.ts';
import { getOwn, isMap } from '../../model/value.ts';
import { stateFile } from '../../store/state/places.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';
import type { Catalog } from './catalogs.ts';

/** Which profile is in use, by path of the catalog that defines it. It is personal, so it is not in the catalog. */
export type ActiveProfiles = Readonly<Record<string, string>>;

function fileOf({ host }: PlanDraft): string {
  return stateFile(host, 'profiles.json');
}

export async function readActiveProfiles(draft: PlanDraft): Promise<ActiveProfiles> {
  const text = await draft.text(fileOf(draft)).catch(() => undefined);
  if (text === undefined) return {};
  try {
    const found = JSON.parse(text) as unknown;
    if (!isMap(found)) return {};
    return Object.fromEntries(Object.entries(found).filter(([, name]) => typeof name === 'string')) as ActiveProfiles;
  } catch {
    return {};
  }
}

/** Sets the profile of a catalog; undefined means all its servers. */
export async function setActiveProfile(draft: PlanDraft, catalog: string, name: string | undefined): Promise<void> {
  const { [catalog]: _, ...others } = await readActiveProfiles(draft);
  const active = name === undefined ? others : { ...others, [catalog]: name };
  const isEmpty = Object.keys(active).length === 0;
  await draft.set(fileOf(draft), isEmpty ? undefined : `${JSON.stringify(active, undefined, 2)}\n`);
}

/** The problem with a profile that is in use, but no longer defined. */
export function missingProfile({ path, profiles, target }: Catalog, active: ActiveProfiles): Diagnostic | undefined {
  const name = getOwn(active, path);
  if (name === undefined || profiles.has(name)) return undefined;
  return diagnostic('profile-missing', { name, isOfProject: target.scope === 'project' }, { file: path });
}

/** The profile in use; undefined if there is none. A missing one must not be taken for all servers. */
export function activeProfile({ path, profiles }: Catalog, active: ActiveProfiles): Profile | undefined {
  const name = getOwn(active, path);
  return name === undefined ? undefined : profiles.get(name);
}

/**
 * The definition with the tools of a profile; undefined if the profile does not have the server, or none of its tools. A
 * profile is a subset: it never offers a tool that the definition does not.
 */
export function inProfile(name: string, server: Server, profile: Profile | undefined): Server | undefined {
  if (!profile) return server;
  if (!profile.servers.includes(name)) return undefined;
  const { allow, deny } = getOwn(profile.tools ?? {}, name) ?? {};
  if (!allow && !deny) return server;
  const own = server.tools ?? {};
  const allowed = allow && own.allow ? commonPatterns(allow, own.allow) : allow;
  if (allowed?.length === 0) return undefined;
  const denied = deny && [...new Set([...(own.deny ?? []), ...deny])];
  return { ...server, tools: { ...own, ...(allowed && { allow: [...allowed] }), ...(denied && { deny: denied }) } };
}
