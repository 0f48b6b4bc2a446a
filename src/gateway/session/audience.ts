import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { Client } from './client.ts';

/**
 * The sessions that get a message which names no request, such as a log message. It may be about a call of any of them,
 * so with several principals it goes only to the one whose calls are in flight, if there is exactly one.
 */
export function audienceOf<C extends Client>(users: readonly C[], link: UpstreamLink): readonly C[] {
  const principals = new Set(users.map(({ principal }) => principal));
  if (principals.size <= 1) return users;
  const callers = new Set(users.filter(({ calls }) => isCalling(calls, link)).map(({ principal }) => principal));
  return callers.size === 1 ? users.filter(({ principal }) => callers.has(principal)) : [];
}

export function isCalling(calls: Client['calls'], link: UpstreamLink): boolean {
  for (const { target } of calls.values()) if (target.link === link) return true;
  return false;
}
