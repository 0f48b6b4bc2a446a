import { RENAME } from '../../manage/rename.ts';
import type { Host } from '../../model/host.ts';
import { type HistoryEntry, listHistory } from '../../store/journal/history.ts';
import { isStateFile } from '../../store/state/places.ts';
import type { HistoryView } from '../contract/history.ts';
import { sanitized, pathView } from './words.ts';

/** A change, without files of our own state. */
export function historyView(entry: HistoryEntry, host: Host): HistoryView {
  const { id, time, title, undoes, undoneBy, files } = entry;
  return {
    id,
    at: time.toISOString(),
    title: sanitized(title),
    ...(undoes !== undefined && { undoes }),
    ...(undoneBy !== undefined && { undoneBy }),
    files: files
      .filter(({ path }) => !isStateFile(host, path))
      .map(({ path, change }) => ({ file: pathView(path, host), change })),
  };
}

/** The present name of a server whose last change renamed it, or undid that. */
export async function renamedTo(name: string, known: ReadonlySet<string>, host: Host): Promise<string | undefined> {
  const entries = await listHistory(host);
  const last = entries.find(({ servers }) => servers.includes(name));
  const change = last?.undoes === undefined ? last : entries.find(({ id }) => id === last.undoes);
  return change?.action === RENAME ? change.servers.find((one) => one !== name && known.has(one)) : undefined;
}

/** The changes that touched a server. */
export async function historyOf(name: string, host: Host): Promise<HistoryView[]> {
  const entries = await listHistory(host);
  return entries.filter(({ servers }) => servers.includes(name)).map((entry) => historyView(entry, host));
}
