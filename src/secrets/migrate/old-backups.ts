import { groupBy } from '../../discovery/group-by.ts';
import type { Host } from '../../model/host.ts';
import { readAll } from '../../store/journal/history.ts';
import type { JournalEntry } from '../../store/journal/journal-entry.ts';
import { forgetEntry, sealEntry, storedBackup } from '../../store/journal/journal.ts';

/** Encrypt older backups that contain a moved value, delete them with their history, or leave them as they are. */
export const oldBackupChoices = ['seal', 'purge', 'keep'] as const;
export type OldBackups = (typeof oldBackupChoices)[number];

/** The changes whose backups contain one of these values readably. */
export async function backupsWith(host: Host, values: readonly string[]): Promise<JournalEntry[]> {
  const isTellingText = finderOf(values.flatMap(spellings));
  const found: JournalEntry[] = [];
  for (const entry of await readAll(host)) {
    // As stored: encrypting an entry may have been interrupted after it was marked as encrypted.
    const texts = await Promise.all(entry.files.map((_, index) => storedBackup(host, entry, index)));
    const isTelling = (bytes: Uint8Array | undefined): boolean =>
      bytes !== undefined && isTellingText(Buffer.from(bytes).toString());
    if (texts.some(isTelling)) found.push(entry);
  }
  return found;
}

/** Requires the lock. */
export async function treatOldBackups(host: Host, values: readonly string[], how: OldBackups): Promise<void> {
  if (how === 'keep') return;
  for (const entry of await backupsWith(host, values)) {
    if (how === 'purge') await forgetEntry(host, entry);
    else await sealEntry(host, entry);
  }
}

export function containsAny(text: string, needles: readonly string[]): boolean {
  return needles.some((needle) => text.includes(needle));
}

/** With more of them, looking for each in every text costs more than looking at each position once. */
const FEW = 16;
const MOST_KEY = 8;

/** Whether a text contains one of many others, in a time that does not depend on how many they are. */
export function finderOf(needles: readonly string[]): (text: string) => boolean {
  if (needles.length <= FEW) return (text) => containsAny(text, needles);
  const length = Math.min(MOST_KEY, ...needles.map((needle) => needle.length));
  const byStart = groupBy(needles, (needle) => needle.slice(0, length));
  return (text) => {
    for (let at = 0; at + length <= text.length; at += 1)
      if (byStart.get(text.slice(at, at + length))?.some((needle) => text.startsWith(needle, at))) return true;
    return false;
  };
}

/** As it is, and as JSON, which is also how TOML and YAML write it in double quotes. */
export function spellings(value: string): string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1)])];
}
