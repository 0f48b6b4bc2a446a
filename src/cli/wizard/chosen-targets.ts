import type { Client } from '../../clients/types.ts';
import { scopesOf } from '../../manage/plan/defined-targets.ts';
import type { Target } from '../../manage/plan/target.ts';
import type { Scope } from '../../model/scope.ts';
import { inferTransport } from '../../model/server.ts';
import { definedBy } from './defined-servers.ts';
import type { Draft } from './draft.ts';

/** The targets of the answers: each client in the chosen scope, or in its default scope if it lacks that one. */
export function targetsOf({ targets, clients = [], scope }: Draft): readonly Target[] {
  return targets ?? clients.map((client) => ({ client, scope: scopeFor(client, scope) }));
}

export function scopeFor(client: Client, wanted: Scope | undefined): Scope {
  const has = scopesOf(client);
  if (wanted !== undefined && has.includes(wanted)) return wanted;
  return has.includes('user') ? 'user' : (has[0] as Scope);
}

/** Why the client cannot have these servers; undefined if it can. */
export function reasonAgainst(client: Client, draft: Draft): string | undefined {
  const servers = Object.entries(definedBy(draft));
  const refused = servers.map(([, server]) => inferTransport(server)).filter((one) => !client.transports.includes(one));
  if (refused.length === servers.length && refused.length > 0) return `does not support ${refused[0]} servers`;
  const { pattern, reserved = [] } = client.names ?? {};
  if (servers.length === 1 && servers.some(([name]) => pattern?.test(name) === false || reserved.includes(name)))
    return 'does not accept this name';
  if (draft.known.has('scope') && draft.scope !== undefined && !scopesOf(client).includes(draft.scope))
    return `has no ${draft.scope} scope`;
  return undefined;
}
