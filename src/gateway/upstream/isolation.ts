import { canSignIn } from '../../model/can-sign-in.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import type { Failure, ServerToRun } from '../../runtime/types.ts';
import type { GatewayOptions } from '../options.ts';
import { usesUserCredentials } from '../sign-in/user-accounts.ts';
import { type IsolationOptions, TooManyProcesses } from './isolation-options.ts';
import type { UpstreamLink } from './upstream-link.ts';
import type { LinkOwner } from './upstream-services.ts';

const MAX_PROCESSES = 32;
/** Of users to a remote server, which cost no process. */
const MAX_CONNECTIONS = 1000;
const PREFIX = 'user ';

/** Whether principals have their own process of this server. A remote server has no process of ours. */
function isPerUser(
  { name, server }: ServerToRun,
  { servers = {}, default: usual = 'shared' }: IsolationOptions,
): boolean {
  return server.url === undefined && (Object.hasOwn(servers, name) ? servers[name] : usual) === 'user';
}

/** The key of the connection that all sessions of a principal share. Ids of sessions are numbers. */
export function userKey({
  principal = '',
  account = principal,
}: Partial<Pick<LinkOwner, 'principal' | 'account'>>): string {
  return PREFIX + account;
}

/** Whether the connection with this key is for this session. */
export function ownsLink(key: string, owner: Pick<LinkOwner, 'id' | 'principal' | 'account'>): boolean {
  return key === owner.id || (owner.principal !== undefined && key === userKey(owner));
}

/** Whether the principal of this session must not share the connection of others. */
export function needsOwnLink(
  toRun: ServerToRun,
  owner: LinkOwner | undefined,
  { isolation = {}, users }: GatewayOptions,
): boolean {
  if (owner?.principal === undefined) return false;
  return isPerUser(toRun, isolation) || (users !== undefined && usesUserCredentials(toRun, users.settings));
}

/** The options for connections of this owner: with its own sign-in, if users have their own at this server. */
export function optionsFor(toRun: ServerToRun, owner: LinkOwner, options: GatewayOptions): GatewayOptions {
  const { principal, account = principal } = owner;
  const { users } = options;
  if (account === undefined || !users || !usesUserCredentials(toRun, users.settings)) return options;
  const { access, resolve } = users.of(account);
  if (canSignIn(toRun.server)) return { ...options, access, resolve };
  return {
    ...options,
    access: () => undefined,
    resolve: async () => Promise.reject(new ConnectionError(cannotSignIn)),
  };
}

/** The credentials of the definition are not those of the user. */
const cannotSignIn: Failure = {
  kind: 'values',
  message: 'Users cannot sign in to this server.',
  tip: 'Remove its Authorization header, or set its credentials to "shared".',
};

/**
 * Closes the connection of the user that was unused longest if there are too many for another one. Throws
 * `TooManyProcesses` if all are in use.
 */
export function makeRoomForUser(
  links: Map<string, UpstreamLink>,
  key: string,
  isRemote: boolean,
  { processes = MAX_PROCESSES }: IsolationOptions = {},
): void {
  const most = isRemote ? MAX_CONNECTIONS : processes;
  // Almost every call, and there may be many connections.
  if (links.has(key) || links.size < most) return;
  const ofUsers = [...links].filter(([one]) => one.startsWith(PREFIX));
  if (ofUsers.length < most) return;
  const [oldest] = ofUsers.filter(([, link]) => link.inFlight === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
  if (!oldest) throw new TooManyProcesses();
  links.delete(oldest[0]);
  void oldest[1].close();
}
