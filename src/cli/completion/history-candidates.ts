import type { Host } from '../../model/host.ts';
import { journalNames, readDone } from '../../store/journal.ts';
import type { Candidate } from './candidate.ts';

/** The newest first. Repairs nothing and waits for nobody, unlike the commands that these are for. */
export async function historyCandidates(host: Host): Promise<Candidate[]> {
  const { done } = await journalNames(host);
  const entries = await Promise.all(done.toReversed().map((id) => readDone(host, id)));
  return entries.flatMap((entry) => (entry ? [{ value: entry.id, about: entry.title }] : []));
}
