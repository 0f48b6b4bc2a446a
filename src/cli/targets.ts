import type { Command } from 'commander';
import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import { findClients } from '../discovery/find-clients.ts';
import { listServers } from '../manage/list-servers.ts';
import { nameOf, type Target } from '../manage/target.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import { type Scope, writableScopes } from '../model/scope.ts';
import { chooseClient } from './choose-client.ts';
import { noSuchServer } from './no-such-server.ts';

export const targetWords = 'client or client:scope, several with commas, or all';
export const scopeWords = `whose file: ${writableScopes.join(', ')}`;

/** What a person means by `--to claude-code,codex:project`; our own catalog when they do not say. */
export async function chooseTargets(
  host: Host,
  text: string | undefined,
  scope: Scope | undefined,
  command: Command,
): Promise<Target[]> {
  if (text === 'all') {
    const here = (await findClients(host)).filter(
      ({ client, installed }) => installed && client.programs !== undefined,
    );
    return here
      .filter(({ client }) => scope === undefined || hasScope(client, scope))
      .map(({ client }) => targetOf(client, scope, command));
  }
  return namedTargets(text, scope, command);
}

/** Where a server that is there already is meant: in our catalog when nothing is said, everywhere with `all`. */
export async function targetsWith(
  host: Host,
  name: string,
  text: string | undefined,
  scope: Scope | undefined,
  command: Command,
): Promise<Target[]> {
  checkScope(scope, command);
  if (text !== undefined && text !== 'all') return namedTargets(text, scope, command);
  const { servers } = await listServers(host);
  const found = servers.filter((one) => one.name === name && writableScopes.includes(one.scope));
  const everywhere = distinct(
    found
      .filter((one) => scope === undefined || one.scope === scope)
      .map((one) => ({ client: clients[one.client as keyof typeof clients], scope: one.scope })),
  );
  if (everywhere.length === 0)
    throw noSuchServer(
      name,
      servers.map((one) => one.name),
    );
  if (text === 'all') return everywhere;
  const own = everywhere.filter(({ client }) => client.id === 'canonical');
  if (own.length > 0) return own;
  throw new PlugboardError('server-elsewhere', { name, places: everywhere.map(nameOf) });
}

function namedTargets(text: string | undefined, scope: Scope | undefined, command: Command): Target[] {
  checkScope(scope, command);
  if (text === undefined) return [targetOf(clients.canonical, scope, command)];
  const words = text.split(',').map((word) => word.trim());
  const targets = words
    .filter((word) => word !== '')
    .map((word) => {
      const [id, own] = word.split(':') as [string, Scope?];
      checkScope(own, command);
      return targetOf(chooseClient(id, command), own ?? scope, command);
    });
  if (targets.length === 0) command.error('error: name at least one client; plugboard clients lists them');
  return distinct(targets);
}

/** Several clients read the same file: it is written once. */
function distinct(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [nameOf(target), target])).values()];
}

export function checkScope(scope: Scope | undefined, command: Command): void {
  if (scope !== undefined && !writableScopes.includes(scope))
    command.error(`error: unknown scope '${scope}', use one of ${writableScopes.join(', ')}`);
}

/** Without a scope it is the person's own file, where there is one. */
function targetOf(client: Client, wanted: Scope | undefined, command: Command): Target {
  const has = scopesOf(client);
  const scope = wanted ?? (has.includes('user') ? 'user' : has[0]);
  if (scope === undefined || !has.includes(scope))
    return command.error(`error: ${client.id} has no ${scope ?? 'user'} scope, only ${has.join(', ')}`);
  return { client, scope };
}

function hasScope(client: Client, scope: Scope): boolean {
  return scopesOf(client).includes(scope);
}

function scopesOf({ locations }: Client): Scope[] {
  const own = locations.filter(({ variant, unread }) => variant === undefined && !unread);
  return [...new Set(own.map(({ scope }) => scope))].filter((scope) => writableScopes.includes(scope));
}
