import type { Client } from '../../clients/types.ts';
import type { Server } from '../../model/server.ts';

interface Defined {
  readonly name: string;
  readonly server: Server;
  readonly client: Pick<Client, 'verbatim'>;
}

/**
 * Whether a definition of a client is locked as the catalog has it: what the catalog defines is started from there, and a
 * client may express it otherwise.
 */
export function lockedInCatalog(all: readonly Defined[]): (one: Defined) => boolean {
  const own = new Set(all.filter(({ client, server }) => client.verbatim && !server.disabled).map(({ name }) => name));
  return ({ name, client }) => own.has(name) && !client.verbatim;
}
