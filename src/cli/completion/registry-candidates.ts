import { indexHere } from '../../manage/registry/open-registry.ts';
import { registrySources } from '../../manage/registry/registry-sources.ts';
import type { Host } from '../../model/host.ts';
import { searchIndex } from '../../registry/index/search-index.ts';
import type { Candidate } from './candidate.ts';

const MOST = 50;

/** Names in the indexes on this machine that start with what was typed. Asks no registry. */
export async function registryCandidates(typed: string, host: Host): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const source of await registrySources(host)) {
    const index = await indexHere(host, source).catch(() => undefined);
    const hits = index && typed !== '' ? searchIndex(index, typed, { limit: MOST * 4 }).hits : [];
    found.push(...hits.filter(({ name }) => name.startsWith(typed)).map(({ name }) => ({ value: name, about: '' })));
  }
  return found.slice(0, MOST);
}
