import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { type Scope, writableScopes } from '../../model/scope.ts';
import { getOwn } from '../../model/value.ts';
import type { Candidate } from './candidate.ts';

const scopeHelp: Readonly<Record<Scope, string>> = {
  managed: 'set by an administrator',
  user: 'yours, in every project',
  project: 'shared, in this project',
  local: 'yours, in this project',
};

/** Completes the last item of `claude-code,codex:project`: the client, or after a colon its scope. */
export function clientCandidates(typed: string): Candidate[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const [id = '', scope] = typed.slice(before.length).split(':');
  const { canonical, ...others } = clients;
  const all: Record<string, Client> = { catalog: canonical, ...others };
  if (scope !== undefined) return scopeCandidates(scopesOf(getOwn(all, id)), `${before}${id}:`);
  const taken = new Set(before.split(',').map((item) => item.split(':')[0]));
  return Object.entries(all)
    .filter(([name]) => !taken.has(name))
    .map(([name, client]) => ({
      value: before + name,
      about: client.verbatim ? 'your Plugboard catalog' : client.name,
    }));
}

/** Like `clientCandidates`, for options that also accept `all`. */
export function targetCandidates(typed: string): Candidate[] {
  const everywhere = typed.includes(',') ? [] : [{ value: 'all', about: 'every installed client' }];
  return [...clientCandidates(typed), ...everywhere];
}

export function scopeCandidates(scopes: readonly Scope[] = writableScopes, before = ''): Candidate[] {
  return scopes.map((scope) => ({ value: before + scope, about: scopeHelp[scope] }));
}

function scopesOf(client: Client | undefined): Scope[] {
  const scopes = new Set(client?.locations.map(({ scope }) => scope));
  return writableScopes.filter((scope) => scopes.has(scope));
}
