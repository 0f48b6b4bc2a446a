import { basename } from 'node:path';
import type { Host } from '../model/host.ts';
import { type HistoryDetails, readHistory } from '../store/journal/history.ts';
import { backupProblem } from '../store/journal/journal.ts';
import { writeFailed } from '../store/read/reason.ts';
import { isStateFile } from '../store/state/places.ts';
import type { Plan } from '../store/write/plan.ts';
import { broughtBack } from './plan-undo.ts';
import { PlanDraft } from './plan/plan-draft.ts';

/** A changed file whose previous text is stored. */
export interface KeptText {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

/** The texts that a change replaced. */
export async function keptTexts(host: Host, id: string): Promise<KeptText[]> {
  return textsIn(await readOpened(host, id)).filter(({ path }) => !isStateFile(host, path));
}

/** Plans to restore the texts from before a change, regardless of current content; all its files when none is named. */
export async function restore(host: Host, id: string, paths?: readonly string[]): Promise<Plan> {
  const entry = await readOpened(host, id);
  const wanted = textsIn(entry).filter(({ path }) => !isStateFile(host, path) && (paths?.includes(path) ?? true));
  const draft = new PlanDraft(host, `restore ${wanted.map(({ path }) => basename(path)).join(', ')} as before ${id}`);
  draft.touch(...entry.servers);
  draft.restores();
  for (const { path, text } of wanted) await draft.set(path, text);
  for (const [index, { path, change }] of entry.files.entries()) {
    const [before, after] = [entry.before[index], entry.after[index]];
    if (!isStateFile(host, path) || (before === undefined && change !== 'created')) continue;
    // The ledger of a file belongs to its text at that time.
    if (wanted.some((file) => speaksOf(before ?? after, file.path))) await draft.set(path, before);
  }
  // Undoing this takes the same secrets out of the files.
  return { ...(await broughtBack(host, draft.plan())), ...(entry.sealed && { sealed: entry.sealed }) };
}

/** A backup that cannot be decrypted now is not a missing one. */
async function readOpened(host: Host, id: string): Promise<HistoryDetails> {
  const entry = await readHistory(host, id);
  const locked = entry.files.find(
    ({ change, link }, index) => !link && change !== 'created' && entry.before[index] === undefined,
  );
  if (entry.sealed && locked) throw writeFailed(locked.path, backupProblem(entry));
  return entry;
}

function textsIn({ files, before }: HistoryDetails): KeptText[] {
  return files.flatMap(({ path, link }, index) => {
    const text = link ? undefined : before[index];
    return text === undefined ? [] : [{ path, text }];
  });
}

function speaksOf(note: string | undefined, path: string): boolean {
  return note?.includes(`"path": ${JSON.stringify(path)}`) ?? false;
}
