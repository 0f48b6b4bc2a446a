import type { Client } from '../../clients/types.ts';
import { fullerOf } from '../../manage/compare/same-definition.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { because, type Loss } from '../../model/diagnostics/loss.ts';
import { withoutTrust } from '../../model/fields/effective-fields.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, setOwn } from '../../model/value.ts';
import type { ConfigSet } from '../config-set.ts';

export type ServerLoss = Loss & { readonly server: string };
export type Servers = Readonly<Record<string, Server>>;

export interface ChosenServers {
  /** All servers; for equal names the last definition. */
  readonly servers: Servers;
  /** Servers that were named individually. */
  readonly single: Servers;
  readonly losses: readonly ServerLoss[];
}

/** Collects the servers to start a client with. Individually named servers are enabled. */
export function chooseServers(client: Client, sets: readonly ConfigSet[], named: Servers): ChosenServers {
  const servers: Record<string, Server> = {};
  const origins: Record<string, string> = {};
  const losses: ServerLoss[] = [];
  const choose = (name: string, server: Server, origin: string): void => {
    const before = getOwn(servers, name);
    if (before && !fullerOf({ name, server: before }, { name, server })) {
      const reason = because('defined-twice', getOwn(origins, name) ?? '', origin);
      losses.push({ server: name, client: client.id, field: 'definition', action: 'dropped', ...reason });
    }
    setOwn(servers, name, server);
    setOwn(origins, name, origin);
  };
  for (const set of sets) {
    for (const [name, server] of Object.entries(set.servers)) choose(name, server, `set "${set.name}"`);
  }
  const single: Record<string, Server> = {};
  for (const [name, { disabled: _, ...server }] of Object.entries(named)) {
    setOwn(single, name, server);
    choose(name, server, '--servers');
  }
  return { servers, single, losses };
}

/** Servers without what makes clients ask for fewer confirmations, where one of these projects defines that. */
export function withoutTrustOf(
  client: Client,
  servers: Servers,
  sources: readonly Pick<ProjectSource, 'name' | 'server'>[],
): { readonly servers: Servers; readonly losses: readonly ServerLoss[] } {
  const result: Record<string, Server> = {};
  const losses: ServerLoss[] = [];
  for (const [name, server] of Object.entries(servers)) {
    const runs = runDefinition(server);
    const isForeign = sources.some((one) => one.name === name && runDefinition(one.server) === runs);
    const left = isForeign ? withoutTrust(client.id, server) : undefined;
    losses.push(...(left?.losses ?? []).map((loss) => ({ ...loss, server: name })));
    setOwn(result, name, left && left.losses.length > 0 ? left.server : server);
  }
  return { servers: result, losses };
}

/** Removes servers that are disabled in a set, because not every client supports `disabled`. */
export function switchedOn(servers: Servers): Servers {
  const on: Record<string, Server> = {};
  for (const [name, server] of Object.entries(servers)) if (!server.disabled) setOwn(on, name, server);
  return on;
}
