import type { Host } from '../model/host.ts';
import { fingerprint } from '../store/fingerprint.ts';
import { isAbsence, writing } from '../store/reason.ts';
import { readSelectionFile, selectionDirectory, selectionFiles, writeSelectionFile } from './selection-file.ts';

/** What a selection is remembered for: the work, and where the sets came from. Absolute paths. */
export interface SelectionKey {
  readonly project: string;
  readonly directory: string;
}

/** The names chosen last time, some of which may be gone by now; undefined when nothing usable is remembered. */
export async function readSelection(host: Host, key: SelectionKey): Promise<string[] | undefined> {
  const found = await readSelectionFile(host, selectionPath(host, key));
  // Two keys may by accident have the same file.
  const meant = found?.project === key.project && found.configDirectory === key.directory;
  return meant ? [...found.sets] : undefined;
}

/** Throws `write-failed` when it cannot be remembered, which need not keep anybody from using it. */
export async function saveSelection(host: Host, key: SelectionKey, sets: readonly string[]): Promise<void> {
  const { project, directory: configDirectory } = key;
  const time = host.now().toISOString();
  await writeSelectionFile(host, selectionPath(host, key), { schema: 1, project, configDirectory, sets, time });
}

/** How many selections are remembered. */
export async function countSelections(host: Host): Promise<number> {
  return (await selectionFiles(host)).selections.length;
}

/** Forgets all selections and says how many there were. */
export async function clearSelections(host: Host): Promise<number> {
  const { selections, leftovers } = await selectionFiles(host);
  let count = 0;
  for (const path of selections) if (await removeFile(host, path)) count += 1;
  for (const path of leftovers) await removeFile(host, path);
  return count;
}

/** Another process may have been faster. */
async function removeFile(host: Host, path: string): Promise<boolean> {
  return writing(path, async () => {
    try {
      await host.fs.unlink(path);
      return true;
    } catch (error) {
      if (isAbsence(error)) return false;
      throw error;
    }
  });
}

function selectionPath(host: Host, { project, directory }: SelectionKey): string {
  const name = fingerprint(Buffer.from(JSON.stringify([project, directory])));
  return `${selectionDirectory(host)}/${name}.json`;
}
