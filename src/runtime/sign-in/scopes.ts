import type { AuthSettings } from './auth-settings.ts';
import type { Challenge } from './challenge.ts';
import type { Discovered } from './discover.ts';
import type { Credential } from './tokens/credential.ts';

const wordsOf = (scope: string | undefined): string[] => (scope ?? '').split(/\s+/).filter(Boolean);

/** Union of scopes; undefined if empty. */
export function joinScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const all = new Set(scopes.flatMap(wordsOf));
  return all.size === 0 ? undefined : [...all].join(' ');
}

/** Whether `wanted` includes scopes that `others` lacks. */
export function isMoreThan(wanted: string | undefined, others: string | undefined): boolean {
  const there = new Set(wordsOf(others));
  return wordsOf(wanted).some((word) => !there.has(word));
}

/**
 * The scopes to request: those of the definition and of the challenge, else all supported ones. If more scopes are
 * needed, the current ones are kept.
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
  // Some authorization servers issue no refresh token without it.
  return scope !== undefined && offered.includes('offline_access') ? joinScopes(scope, 'offline_access') : scope;
}
