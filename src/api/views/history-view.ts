import type { Host } from '../../model/host.ts';
import { type HistoryEntry, listHistory } from '../../store/history.ts';
import { isStateFile } from '../../store/places.ts';
import type { HistoryView } from '../contract/history.ts';
import { harmless, pathView } from './words.ts';

/** A change that was made; our own notes, which change along, are nobody's business. */
export function historyView(entry: HistoryEntry, host: Host): HistoryView {
  const { id, time, title, undoes, undoneBy, files } = entry;
  return {
    id,
    at: time.toISOString(),
    title: harmless(title),
    ...(undoes !== undefined && { undoes }),
    ...(undoneBy !== undefined && { undoneBy }),
    files: files
      .filter(({ path }) => !isStateFile(host, path))
      .map(({ path, change }) => ({ file: pathView(path, host), change })),
  };
}

/** Changes that name a server, or that brought many servers into a file it stands in. */
export async function historyOf(name: string, files: readonly string[], host: Host): Promise<HistoryView[]> {
  const entries = await listHistory(host);
  const about = entries.filter(
    (entry) =>
      entry.title.split(/[\s,:]+/).includes(name) ||
      (/\d+ servers/.test(entry.title) && entry.files.some(({ path }) => files.includes(path))),
  );
  return about.map((entry) => historyView(entry, host));
}
