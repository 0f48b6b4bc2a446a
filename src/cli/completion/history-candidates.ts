import type { Host } from '../../model/host.ts';
import { journalNames, readDone } from '../../store/journal/journal.ts';
import type { Candidate } from './candidate.ts';

/** Changes, newest first. Unlike the history commands, it neither takes the lock nor repairs interrupted changes. */
export async function historyCandidates(host: Host): Promise<Candidate[]> {
  const { done } = await journalNames(host);
  const entries = await Promise.all(done.toReversed().map((id) => readDone(host, id)));
  return entries.flatMap((entry) => (entry ? [{ value: entry.id, about: entry.title }] : []));
}
