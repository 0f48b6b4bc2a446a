import type { Host } from '../../model/host.ts';
import { namedTokenFile } from '../../store/credentials/named-tokens.ts';
import { MEMORY, stateIn } from '../gateway/state/state-flag.ts';
import type { Candidate } from './candidate.ts';

/** The named tokens of the gateway. */
export async function tokenCandidates(host: Host): Promise<Candidate[]> {
  // Completion must not wait for a network.
  if (stateIn({}, host.env) !== MEMORY) return [];
  const store = namedTokenFile(host, () => () => {});
  const tokens = await store.list().catch(() => []);
  return tokens.map(({ name, view = '' }) => ({ value: name, about: view }));
}

/** The users that have a named token, as `gateway sign-out` takes them. */
export async function userCandidates(host: Host): Promise<Candidate[]> {
  return (await tokenCandidates(host)).map(({ value, ...rest }) => ({ ...rest, value: `token:${value}` }));
}
