import type { Host } from '../../model/host.ts';
import { namedTokenFile } from '../../store/credentials/named-tokens.ts';
import type { Candidate } from './candidate.ts';

/** The named tokens of the gateway. */
export async function tokenCandidates(host: Host): Promise<Candidate[]> {
  // Completion must not wait for a network.
  if (host.env['PLUGBOARD_STATE']) return [];
  const store = namedTokenFile(host, () => () => {});
  const tokens = await store.list().catch(() => []);
  return tokens.map(({ name, view = '' }) => ({ value: name, about: view }));
}
