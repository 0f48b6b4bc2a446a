import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import type { Host } from '../model/host.ts';
import type { ToolLimit } from '../model/server.ts';
import { getOwn } from '../model/value.ts';
import type { PolicyReason } from '../policy/judge.ts';
import { toolLimits } from '../policy/tool-limits.ts';
import { lockedInCatalog } from '../store/locked/locked-in-catalog.ts';
import { findPolicies, type FoundPolicy } from '../store/policy/read-policies.ts';
import { readRequiredLock, verdictOn } from '../store/policy/require-allowed.ts';
import { listServers } from './list-servers.ts';
import type { ListedServer } from './listed-server.ts';
import { noSuchServer } from './no-such-server.ts';

/** What the policies say about one definition of a server. */
export interface JudgedDefinition {
  readonly definition: ListedServer;
  readonly isAllowed: boolean;
  /** The reasons that refuse it, then those that allow it. */
  readonly reasons: readonly PolicyReason[];
}

export interface ExplainedServer {
  /** All policies that exist here; an invalid one has diagnostics instead of a policy. */
  readonly policies: readonly FoundPolicy[];
  readonly definitions: readonly JudgedDefinition[];
  readonly tools: readonly ToolLimit[];
}

/** Explains which rules allow or refuse to start a server, in every file that defines it. Starts nothing. */
export async function explainPolicy(host: Host, name: string): Promise<ExplainedServer> {
  const policies = await findPolicies(host);
  const usable = policies.flatMap(({ policy }) => policy ?? []);
  const { servers } = await listServers(host, { all: true });
  const named = servers.filter((one) => one.name === name);
  if (named.length === 0)
    throw noSuchServer(
      name,
      servers.map((one) => one.name),
    );
  const unlocked = await readRequiredLock(host, usable);
  const entries = named.map(({ client, server }) => ({ name, server, client: clientOf(client) }));
  const asInCatalog = lockedInCatalog(entries);
  const definitions: JudgedDefinition[] = [];
  for (const [index, definition] of named.entries()) {
    const { server } = definition;
    const isElsewhere = asInCatalog(entries[index] ?? { name, server, client: {} });
    const known = { unlocked: isElsewhere ? undefined : unlocked?.(name, server) };
    const { isAllowed, reasons } = await verdictOn(usable, host, name, server, known);
    // An invalid policy refuses everything.
    definitions.push({ definition, isAllowed: isAllowed && usable.length === policies.length, reasons });
  }
  return { policies, definitions, tools: toolLimits(usable, name) };
}

function clientOf(id: string): Pick<Client, 'verbatim'> {
  return getOwn(clients as Record<string, Client>, id) ?? {};
}
