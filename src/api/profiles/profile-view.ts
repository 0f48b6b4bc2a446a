import { budgetText, isAboveLimit, profileBudgets } from '../../live/tools/profile-budget.ts';
import type { FoundProfile } from '../../manage/sync/profiles.ts';
import type { ApiContext } from '../api-context.ts';
import type { BudgetView, ProfileView } from '../contract/profiles.ts';
import { clientName } from '../views/servers/entry-view.ts';
import { pathView, sanitized } from '../views/words.ts';

export async function profileView(found: FoundProfile, api: ApiContext): Promise<ProfileView> {
  const { name, profile, catalog, isActive, missing } = found;
  return {
    name,
    scope: catalog.target.scope === 'project' ? 'project' : 'user',
    catalog: pathView(catalog.path, api.host),
    isActive,
    servers: profile.servers,
    missing,
    budgets: await budgetsOf(found, api),
  };
}

/** The budget lines of a profile, as `plugboard profile show` prints them. */
export async function budgetsOf(found: FoundProfile, api: ApiContext): Promise<BudgetView[]> {
  const budgets = await profileBudgets(found, await api.runtime(), api.host);
  return budgets.map((budget) => {
    const [client = '', scope = 'user'] = budget.client.split(':');
    return {
      clientName: scope === 'user' ? clientName(client) : `${clientName(client)}, ${scope}`,
      text: sanitized(budgetText(budget)),
      isAboveLimit: isAboveLimit(budget),
    };
  });
}
