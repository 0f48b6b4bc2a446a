import type { Client } from '../../clients/types.ts';
import { fullerOf } from '../../manage/same-definition.ts';
import { because, type Loss } from '../../model/loss.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, setOwn } from '../../model/value.ts';
import type { ConfigSet } from '../config-set.ts';

export type ServerLoss = Loss & { readonly server: string };
export type Servers = Readonly<Record<string, Server>>;

export interface ChosenServers {
  /** All of them; of several with one name the last. */
  readonly servers: Servers;
  /** Those that were named one by one. */
  readonly single: Servers;
  readonly losses: readonly ServerLoss[];
}

/** Collects the servers that a client is started with. A server that was named is switched on. */
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

/** What is off in a set stays off, whatever the client thinks of the switch. */
export function switchedOn(servers: Servers): Servers {
  const on: Record<string, Server> = {};
  for (const [name, server] of Object.entries(servers)) if (!server.disabled) setOwn(on, name, server);
  return on;
}
