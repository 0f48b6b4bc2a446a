import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import type { FoundProfile } from '../../manage/sync/profiles.ts';
import { targetFinder } from '../../manage/sync/sync-targets.ts';
import { count } from '../../model/count.ts';
import { overrideFor } from '../../model/fields/catalog-fields.ts';
import type { Host } from '../../model/host.ts';
import type { Runtime } from '../runtime.ts';
import { costOf } from './costs.ts';

/** What the servers of a profile cost one client in every request. */
export interface ProfileBudget {
  /** For example `cursor:user`. */
  readonly client: string;
  readonly servers: number;
  /** Of the servers whose tools are known; absent if those of no server are. */
  readonly tools?: number;
  readonly tokens?: number;
  /** Servers whose tools are not known, because they never ran. */
  readonly unknown: readonly string[];
  /** How many tools the client takes, if known. */
  readonly limit?: number;
}

/** The budget of each client that gets servers of the profile, from tool lists that are known. Starts nothing. */
export async function profileBudgets(
  { profile, catalog }: Pick<FoundProfile, 'profile' | 'catalog'>,
  runtime: Runtime,
  host: Host,
): Promise<ProfileBudget[]> {
  const finder = await targetFinder(new PlanDraft(host, '').host, [catalog]);
  const byTarget = new Map<string, { target: Target; names: string[] }>();
  for (const name of profile.servers) {
    const server = catalog.servers.get(name);
    for (const target of server ? finder.targetsFor(catalog, server) : []) {
      if (server && overrideFor(server, target.client.id) === false) continue;
      const found = byTarget.get(nameOf(target)) ?? { target, names: [] };
      byTarget.set(nameOf(target), found);
      found.names.push(name);
    }
  }
  const here = new Map(runtime.servers.map((server) => [server.name, server]));
  const costs = new Map(
    profile.servers.map((name) => {
      const server = here.get(name);
      return [name, server && costOf(server, { runtime })] as const;
    }),
  );
  const budgets = Array.from(byTarget, ([client, { target, names }]): ProfileBudget => {
    const known = names.flatMap((name) => costs.get(name) ?? []);
    const limit = target.client.behavior?.mostTools;
    return {
      client,
      servers: names.length,
      ...(known.length > 0 && {
        tools: known.reduce((sum, { tools }) => sum + tools.length, 0),
        tokens: known.reduce((sum, { tokens }) => sum + tokens, 0),
      }),
      unknown: names.filter((name) => !costs.get(name)),
      ...(limit !== undefined && { limit }),
    };
  });
  return budgets.toSorted((a, b) => (a.client < b.client ? -1 : 1));
}

export function isAboveLimit({ tools, limit }: ProfileBudget): boolean {
  return limit !== undefined && tools !== undefined && tools > limit;
}

/** `3 servers, 41 tools, about 9,000 tokens`, and what to know about it. */
export function budgetText(budget: ProfileBudget): string {
  const { client, servers, tools, tokens = 0, unknown, limit } = budget;
  const least = unknown.length > 0 ? 'at least ' : '';
  const known =
    tools === undefined
      ? 'tools unknown'
      : `${least}${count(tools, 'tool')}, about ${tokens.toLocaleString('en')} tokens`;
  const notes = [
    ...(isAboveLimit(budget) ? [`${client.split(':')[0]} takes at most ${limit} tools`] : []),
    ...(unknown.length > 0 ? [`not counted: ${unknown.join(', ')} (list them with: plugboard tools)`] : []),
  ];
  return [`${count(servers, 'server')}, ${known}`, ...notes].join('; ');
}
