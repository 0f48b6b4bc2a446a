import type { Command } from 'commander';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { closest } from '../../model/closest.ts';
import { catalogId } from '../../model/origin.ts';
import { getOwn } from '../../model/value.ts';

/** `claude` may mean several clients. */
function nearest(id: string, ids: readonly string[]): string[] {
  const near = closest(id, ids);
  return near === undefined ? ids.filter((one) => one.startsWith(id)) : [near];
}

/** Finds a client by id, or fails with a suggestion. */
export function chooseClient(id: string, command: Command): Client {
  const all: Readonly<Record<string, Client>> = clients;
  const client = getOwn(all as Record<string, Client>, id === 'catalog' ? catalogId : id);
  if (client) return client;
  const near = nearest(id, Object.keys(all));
  return command.error(
    `error: unknown client '${id}'${near.length > 0 ? `, did you mean ${near.join(' or ')}?` : '; plugboard clients lists them'}`,
  );
}
