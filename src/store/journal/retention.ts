import type { Host } from '../../model/host.ts';
import { timeOfId } from './entry-id.ts';
import { backupDirectory, journalDirectory, journalNames, namesIn } from './journal.ts';

/** Retention policy of the history. The newest entry is always kept. */
export interface Retention {
  readonly entries?: number;
  readonly days?: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** Removes old entries and orphaned backups. Requires the lock. */
export async function prune(host: Host, { entries = 50, days = 30 }: Retention): Promise<void> {
  const { done, pending, others } = await journalNames(host);
  const oldest = host.now().getTime() - days * DAY;
  const recent = done.filter((id, index) => index >= done.length - entries && timeOfId(id) >= oldest);
  const damaged = others.flatMap(({ id }) => (id !== undefined && timeOfId(id) >= oldest ? [id] : []));
  const kept = new Set([...recent, ...done.slice(-1), ...pending, ...damaged]);
  for (const directory of [journalDirectory(host), backupDirectory(host)]) {
    for (const name of await namesIn(host, directory)) {
      if (kept.has(name.split('.', 1)[0] ?? '')) continue;
      await host.fs.unlink(`${directory}/${name}`);
    }
  }
}
