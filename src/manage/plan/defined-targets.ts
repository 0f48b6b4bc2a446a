import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { type Scope, writableScopes } from '../../model/scope.ts';
import type { ListedServer } from '../listed-server.ts';
import { nameOf, type Target } from './target.ts';

/** A client that a person or a model names, with an optional scope. */
export interface NamedClient {
  readonly client: Client;
  readonly scope: Scope | undefined;
}

/** The places of the active definition in a client, else of a shadowed or parked one; undefined if there is none. */
export function activeTargets(
  servers: readonly ListedServer[],
  name: string,
  { client, scope }: NamedClient,
): Target[] | undefined {
  const own = servers.filter((one) => one.client === client.id && matches(one, name, scope));
  const used = own.filter(({ state, parked }) => !parked && ['active', 'off', 'untrusted'].includes(state));
  if (used.length > 0) return used.map(targetOfServer);
  const [other] = own.toSorted((a, b) => Number(b.parked ?? false) - Number(a.parked ?? false));
  return other && [targetOfServer(other)];
}

/** Definitions in files that the client does not read are excluded. */
export function matches({ name, scope, shadowed }: ListedServer, wanted: string, inScope: Scope | undefined): boolean {
  if (name !== wanted || !writableScopes.includes(scope) || shadowed?.why === 'not-read') return false;
  return inScope === undefined || scope === inScope;
}

export function targetOfServer({ client, scope, variant }: ListedServer): Target {
  return { client: clients[client as ClientId], scope, ...(variant === undefined ? {} : { variant }) };
}

/** Several clients may share a file, which is written once. */
export function distinct(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [nameOf(target), target])).values()];
}

/** The scopes of a client that can be written. */
export function scopesOf({ locations }: Client): Scope[] {
  const own = locations.filter(({ variant, unread }) => variant === undefined && !unread);
  return [...new Set(own.map(({ scope }) => scope))].filter((scope) => writableScopes.includes(scope));
}
