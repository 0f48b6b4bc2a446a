import type { Host } from '../../model/host.ts';
import type { LockOptions } from '../lock/lock.ts';
import { readAll } from './history.ts';
import { readBackup } from './journal.ts';
import { recover } from './recover.ts';

/** Previous content of a file, kept when a change replaced it. */
export interface Backup {
  /** Id of the change in the history. */
  readonly id: string;
  readonly time: Date;
  readonly title: string;
  /** Absolute. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Newest first, without damaged ones. */
export async function listBackups(host: Host, options: LockOptions = {}): Promise<Backup[]> {
  await recover(host, options);
  const kept = (await readAll(host)).map(async (entry) => {
    const { id, time, title, files } = entry;
    const texts = await Promise.all(files.map((_, index) => readBackup(host, entry, index)));
    return files.flatMap(({ path, link }, index): Backup[] => {
      // The target of a link is not file content.
      const bytes = link ? undefined : texts[index];
      return bytes ? [{ id, time: new Date(time), title, path, size: bytes.length }] : [];
    });
  });
  return (await Promise.all(kept)).flat();
}
