import type { Client } from '../../clients/types.ts';
import type { Target } from '../../manage/target.ts';
import type { Scope } from '../../model/scope.ts';
import { inferTransport } from '../../model/server.ts';
import { scopesOf } from '../targets.ts';
import { definedBy } from './defined-servers.ts';
import type { Draft } from './draft.ts';

/** Where the answers want it: each client in the chosen scope, or in its own where it has no such. */
export function targetsOf({ targets, clients = [], scope }: Draft): readonly Target[] {
  return targets ?? clients.map((client) => ({ client, scope: scopeFor(client, scope) }));
}

export function scopeFor(client: Client, wanted: Scope | undefined): Scope {
  const has = scopesOf(client);
  if (wanted !== undefined && has.includes(wanted)) return wanted;
  return has.includes('user') ? 'user' : (has[0] as Scope);
}

/** Why a client is no place for this, if it is not. */
export function reasonAgainst(client: Client, draft: Draft): string | undefined {
  const servers = Object.entries(definedBy(draft));
  const refused = servers.map(([, server]) => inferTransport(server)).filter((one) => !client.transports.includes(one));
  if (refused.length === servers.length && refused.length > 0) return `cannot use ${refused[0]} servers`;
  const { pattern, reserved = [] } = client.names ?? {};
  if (servers.length === 1 && servers.some(([name]) => pattern?.test(name) === false || reserved.includes(name)))
    return 'cannot use this name';
  if (draft.known.has('scope') && draft.scope !== undefined && !scopesOf(client).includes(draft.scope))
    return `has no ${draft.scope} scope`;
  return undefined;
}
