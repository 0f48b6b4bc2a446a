import type { AuthSettings } from './auth-settings.ts';
import type { Challenge } from './challenge.ts';
import type { Discovered } from './discover.ts';
import type { Credential } from './tokens/credential.ts';

const wordsOf = (scope: string | undefined): string[] => (scope ?? '').split(/\s+/).filter(Boolean);

/** All rights of some lists, each once; undefined when there are none. */
export function joinScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const all = new Set(scopes.flatMap(wordsOf));
  return all.size === 0 ? undefined : [...all].join(' ');
}

/** Whether some of the rights wanted are not among others. */
export function isMoreThan(wanted: string | undefined, others: string | undefined): boolean {
  const there = new Set(wordsOf(others));
  return wordsOf(wanted).some((word) => !there.has(word));
}

/**
 * The rights to ask for: those the definition names and those the server wants; else all that can be had, if they are
 * known. Somebody who wants more rights does not want to lose the others.
 */
export function scopeToAsk(
  { scopes }: Pick<AuthSettings, 'scopes'>,
  found: Discovered,
  challenge: Challenge | undefined,
  earlier: Credential | undefined,
): string | undefined {
  const { wantedScope, tokens } = earlier ?? {};
  const isMore = challenge?.status === 403 || wantedScope !== undefined;
  const named = joinScopes(...scopes, challenge?.scope, ...(isMore ? [tokens?.scope, wantedScope] : []));
  const scope = named ?? joinScopes(...(found.scopes ?? []));
  const offered: readonly string[] = found.metadata?.scopes_supported ?? [];
  // Without it some authorization servers let nobody stay signed in.
  return scope !== undefined && offered.includes('offline_access') ? joinScopes(scope, 'offline_access') : scope;
}
