import type { Command } from 'commander';
import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { findClients } from '../../discovery/find-clients.ts';
import { listServers } from '../../manage/list-servers.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import {
  activeTargets,
  distinct,
  matches,
  type NamedClient,
  scopesOf,
  targetOfServer,
} from '../../manage/plan/defined-targets.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import { type Scope, writableScopes } from '../../model/scope.ts';
import type { CommandContext } from '../program/command-context.ts';
import { chooseClient } from './choose-client.ts';

export const targetHelp = 'client or client:scope, several with commas, or all';
export const scopeHelp = `scope of the file: ${writableScopes.join(', ')}`;

/** Parses `--to claude-code,codex:project`; defaults to the catalog. */
export async function chooseTargets(
  host: Host,
  text: string | undefined,
  scope: Scope | undefined,
  command: Command,
): Promise<Target[]> {
  if (text === 'all') {
    checkScope(scope, command);
    const here = (await findClients(host)).filter(({ client, installed }) => installed && !client.verbatim);
    const able = here.filter(({ client }) => scope === undefined || hasScope(client, scope));
    if (able.length === 0) command.error('error: no installed client to write to; plugboard clients lists them');
    return able.map(({ client }) => targetOf(client, scope, command));
  }
  return namedTargets(text, scope, command);
}

/**
 * Finds the places of an existing server: the catalog by default, everywhere with `all`, else its active definition in
 * the named clients.
 */
export async function targetsWith(
  { host, output }: Pick<CommandContext, 'host' | 'output'>,
  name: string,
  text: string | undefined,
  scope: Scope | undefined,
  command: Command,
): Promise<Target[]> {
  checkScope(scope, command);
  if (text !== undefined && text !== 'all') {
    const chosen = namedClients(text, scope, command);
    const ids = chosen.map(({ client }) => client.id as ClientId);
    const { servers, unread } = await listServers(host, { clients: ids, placed: false });
    output.unread(unread, false);
    return distinct(
      chosen.flatMap((one) => activeTargets(servers, name, one) ?? [targetOf(one.client, one.scope, command)]),
    );
  }
  const { servers, unread } = await listServers(host, { placed: false });
  output.unread(unread, text === 'all');
  const everywhere = distinct(servers.filter((one) => matches(one, name, scope)).map(targetOfServer));
  if (everywhere.length === 0)
    throw noSuchServer(
      name,
      servers.map((one) => one.name),
    );
  if (text === 'all') return everywhere;
  const own = everywhere.filter(({ client }) => client.id === catalogId);
  if (own.length > 0) return own;
  throw new PlugboardError('server-elsewhere', { name, places: everywhere.map(nameOf) });
}

function namedTargets(text: string | undefined, scope: Scope | undefined, command: Command): Target[] {
  checkScope(scope, command);
  if (text === undefined) return [targetOf(clients.canonical, scope, command)];
  return distinct(namedClients(text, scope, command).map((one) => targetOf(one.client, one.scope, command)));
}

function namedClients(text: string, scope: Scope | undefined, command: Command): NamedClient[] {
  const words = text.split(',').map((word) => word.trim());
  const chosen = words
    .filter((word) => word !== '')
    .map((word) => {
      const [id, own] = word.split(/:(.*)/s) as [string, Scope?];
      checkScope(own, command);
      return { client: chooseClient(id, command), scope: own ?? scope };
    });
  if (chosen.length === 0) command.error('error: name at least one client; plugboard clients lists them');
  return chosen;
}

export function checkScope(scope: Scope | undefined, command: Command): void {
  if (scope !== undefined && !writableScopes.includes(scope))
    command.error(`error: unknown scope '${scope}', use one of ${writableScopes.join(', ')}`);
}

/** Defaults to the user scope if the client has one. */
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
