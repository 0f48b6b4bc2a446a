import type { Host } from '../../model/host.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import type { Candidate } from './candidate.ts';

/** The names of secrets, with their vaults. */
export async function secretCandidates(host: Host): Promise<Candidate[]> {
  const { secrets } = await readVaultIndex(host).catch(() => ({ secrets: [] }));
  return secrets.map(({ name, vault }) => ({ value: name, about: vault }));
}
