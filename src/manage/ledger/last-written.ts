import { findEntry } from '../../clients/read-document.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { listHistory, readHistory } from '../../store/journal/history.ts';
import { parseFile } from '../../store/read/parsed-texts.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import type { Target } from '../plan/target.ts';

/** Returns what Plugboard last wrote for a server to a file, if known. */
export async function lastWritten(host: Host, target: Target, name: string): Promise<Server | undefined> {
  const { path, client, place, revision } = await new PlanDraft(host, '').open(target);
  const entry = (await listHistory(host)).find(({ files }) => files.some((file) => file.path === path));
  if (!entry) return undefined;
  const { files, after } = await readHistory(host, entry.id);
  const text = after[files.findIndex((file) => file.path === path)];
  if (text === undefined) return undefined;
  const { value } = parseFile(host, path, revision.format, text);
  return findEntry(client, value, place, name)?.server;
}
