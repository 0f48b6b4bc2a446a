import { type ClientId, clients } from '../clients/registry.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { writableScopes } from '../model/scope.ts';
import type { ServerHere } from './servers-here.ts';

/** The error for using a disabled server, with the command that enables it. */
export function disabledError({ name, server, origin }: ServerHere): PlugboardError<'server-disabled'> {
  if (server.disabled !== true)
    return new PlugboardError('server-disabled', { name, platforms: server.platforms ?? [] });
  if (!origin) return new PlugboardError('server-disabled', { name });
  const { client, scope, file } = origin;
  if (!writableScopes.includes(scope)) return new PlugboardError('server-disabled', { name, file });
  // `disabled` may be set in any of the files that the client merges.
  const isMerged = clients[client as ClientId]?.merge === 'fields';
  return new PlugboardError('server-disabled', { name, place: isMerged ? { client } : { client, scope } });
}
