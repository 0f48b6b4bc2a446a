import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import type { Cell } from '../../manage/compare/compare-with-catalog.ts';
import type { MatrixRow } from '../../manage/compare/matrix.ts';
import { type Definition, fullerOf } from '../../manage/compare/same-definition.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import { getOwn } from '../../model/value.ts';
import type { Machine } from './machine.ts';

/** The definition that Plugboard would start. */
export function chosenOf(name: string, { here, names }: Machine): ListedServer | undefined {
  const origin = here.get(name)?.origin;
  return names.get(name)?.find(({ client, file }) => client === origin?.client && file === origin.file);
}

/**
 * The definition that the files of clients are compared with if the catalog has none of that name: the one that
 * Plugboard would start. So a server can be compared and copied before it is imported.
 */
export function referenceOf({ name, inCatalog }: MatrixRow, machine: Machine): ListedServer | undefined {
  return inCatalog ? undefined : (chosenOf(name, machine) ?? machine.names.get(name)?.[0]);
}

/** Whether a cell has another definition than the reference. On or off does not matter. */
export function differsFrom(reference: ListedServer, { name, client, scope, present }: Cell, host: Host): boolean {
  if (!present || (reference.client === client && reference.scope === scope)) return false;
  const own = definition(name, present, { client, scope }, host);
  return fullerOf(own, definitionOf(reference, host)) === undefined;
}

export function definitionOf({ name, server, ...place }: ListedServer, host: Host): Definition {
  return definition(name, server, place, host);
}

function definition(
  name: string,
  server: Server,
  { client, scope, variant }: { readonly client: string; readonly scope: Scope; readonly variant?: string },
  host: Host,
): Definition {
  const reader = getOwn(clients as Record<string, Client>, client);
  if (!reader) return { name, server };
  const place = { scope, project: host.cwd, ...(variant !== undefined && { variant }) };
  return { name, server, writtenFor: { client: reader, place } };
}
