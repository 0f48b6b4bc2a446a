import type { Command } from 'commander';
import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import { closest } from '../model/closest.ts';
import { getOwn } from '../model/value.ts';

/** The client a person named, or a usage error that helps. */
export function chooseClient(id: string, command: Command): Client {
  const all: Readonly<Record<string, Client>> = clients;
  const client = getOwn(all as Record<string, Client>, id);
  if (client) return client;
  const near = closest(id, Object.keys(all));
  return command.error(
    `error: unknown client '${id}'${near ? `, did you mean ${near}?` : '; plugboard clients lists them'}`,
  );
}
