import type { ServerToRun } from '../../runtime/types.ts';
import { type IsolationOptions, TooManyProcesses } from './isolation-options.ts';
import type { UpstreamLink } from './upstream-link.ts';
import type { LinkOwner } from './upstream-services.ts';

const MAX_PROCESSES = 32;
const PREFIX = 'user ';

/** Whether principals have their own process of this server. A remote server has no process of ours. */
export function isPerUser(
  { name, server }: ServerToRun,
  { servers = {}, default: usual = 'shared' }: IsolationOptions,
): boolean {
  return server.url === undefined && (Object.hasOwn(servers, name) ? servers[name] : usual) === 'user';
}

/** The key of the connection that all sessions of a principal share. Ids of sessions are numbers. */
export function userKey(principal: string): string {
  return PREFIX + principal;
}

/** Whether the connection with this key is for this session. */
export function ownsLink(key: string, { id, principal }: Pick<LinkOwner, 'id' | 'principal'>): boolean {
  return key === id || (principal !== undefined && key === userKey(principal));
}

/**
 * Closes the connection of the user that was unused longest if there are too many for another one. Throws
 * `TooManyProcesses` if all are in use.
 */
export function makeRoomForUser(
  links: Map<string, UpstreamLink>,
  key: string,
  { processes = MAX_PROCESSES }: IsolationOptions,
): void {
  const ofUsers = [...links].filter(([one]) => one.startsWith(PREFIX));
  if (links.has(key) || ofUsers.length < processes) return;
  const [oldest] = ofUsers.filter(([, link]) => link.inFlight === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
  if (!oldest) throw new TooManyProcesses();
  links.delete(oldest[0]);
  void oldest[1].close();
}
