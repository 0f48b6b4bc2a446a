import { z } from 'zod';
import { type FoundProfile, listProfiles } from '../../manage/sync/profiles.ts';
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
    const { catalog } = await profileFor(operation, host);
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

/** The profile, or any of the catalog if all its servers are wanted. */
async function profileFor({ scope, name }: UseProfile, host: Host): Promise<FoundProfile> {
  const all = (await listProfiles(host)).filter(({ catalog }) => catalog.target.scope === scope);
  const found =
    all.find((one) => (name === undefined ? one.isActive : one.name === name)) ?? (name ? undefined : all[0]);
  if (!found) throw new PlugboardError('profile-unknown', { name: name ?? '', known: all.map((one) => one.name) });
  return found;
}
