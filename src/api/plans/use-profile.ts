import * as z from 'zod';
import type { Catalog } from '../../manage/sync/catalogs.ts';
import { type FoundProfile, listProfiles, profilesInUse } from '../../manage/sync/profiles.ts';
import { sync } from '../../manage/sync/sync.ts';
import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { IssueView } from '../contract/common.ts';
import { HttpError } from '../http-error.ts';
import { budgetsOf } from '../profiles/profile-view.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type UseProfile = OperationOf<'use-profile'>;

/** Syncs the clients to a profile of a catalog, or to all its servers, as `plugboard profile use` does. */
export const useProfile: OperationKind<UseProfile> = {
  schema: z.object({
    kind: z.literal('use-profile'),
    scope: z.enum(['user', 'project']),
    name: z.string().min(1).max(200).optional(),
  }),
  async build(operation, { host }) {
    const catalog = await catalogFor(operation, host);
    const profiles = [{ catalog: catalog.path, name: operation.name }];
    const { plan, cells } = await sync(host, { prune: true, profiles });
    const conflicts = cells.filter(({ outcome }) => outcome === 'conflict').length;
    if (conflicts > 0)
      throw new HttpError(400, {
        code: 'sync-conflict',
        message: `The catalog and a client have changed ${count(conflicts, 'server')}. Nothing is written.`,
        hint: 'Settle the conflicts under Clients first.',
      });
    return plan;
  },
  async notes(operation, api) {
    if (operation.name === undefined) return [];
    const budgets = await budgetsOf(await profileFor(operation, api.host), api);
    return budgets.map(({ clientName, text, isAboveLimit }): IssueView => ({
      code: 'profile-budget',
      severity: isAboveLimit ? 'warning' : 'info',
      message: `${clientName}: ${text}`,
    }));
  },
};

/** The catalog of the profile, or of the one in use if all servers are wanted. */
async function catalogFor(operation: UseProfile, host: Host): Promise<Catalog> {
  const { scope, name } = operation;
  const inUse = name === undefined ? await profilesInUse(host) : [];
  const found = inUse.find(({ catalog }) => catalog.target.scope === scope);
  return (found ?? (await profileFor(operation, host))).catalog;
}

/** The profile, or any of the catalog if all its servers are wanted. */
async function profileFor({ scope, name }: UseProfile, host: Host): Promise<FoundProfile> {
  const all = (await listProfiles(host)).filter(({ catalog }) => catalog.target.scope === scope);
  const found = name === undefined ? all[0] : all.find((one) => one.name === name);
  if (!found) throw new PlugboardError('profile-unknown', { name: name ?? '', known: all.map((one) => one.name) });
  return found;
}
