import type { Host } from '../model/host.ts';
import { fingerprint } from '../store/read/fingerprint.ts';
import { isNotFound, writing } from '../store/read/reason.ts';
import { readSelectionFile, selectionDirectory, selectionFiles, writeSelectionFile } from './selection-file.ts';

/** The project and set directory that a selection belongs to. Absolute paths. */
export interface SelectionKey {
  readonly project: string;
  readonly directory: string;
}

/** The saved names, some of which may no longer exist; undefined if nothing is saved. */
export async function readSelection(host: Host, key: SelectionKey): Promise<string[] | undefined> {
  const found = await readSelectionFile(host, selectionPath(host, key));
  // The file name is a hash, so compare the key.
  const meant = found?.project === key.project && found.configDirectory === key.directory;
  return meant ? [...found.sets] : undefined;
}

/** Throws `write-failed` if the selection cannot be saved. Callers may ignore that. */
export async function saveSelection(host: Host, key: SelectionKey, sets: readonly string[]): Promise<void> {
  const { project, directory: configDirectory } = key;
  const time = host.now().toISOString();
  await writeSelectionFile(host, selectionPath(host, key), { schema: 1, project, configDirectory, sets, time });
}

/** Number of saved selections. */
export async function countSelections(host: Host): Promise<number> {
  return (await selectionFiles(host)).selections.length;
}

/** Deletes all selections and returns their number. */
export async function clearSelections(host: Host): Promise<number> {
  const { selections, leftovers } = await selectionFiles(host);
  let count = 0;
  for (const path of selections) if (await removeFile(host, path)) count += 1;
  for (const path of leftovers) await removeFile(host, path);
  return count;
}

/** Returns false if another process has removed the file already. */
async function removeFile(host: Host, path: string): Promise<boolean> {
  return writing(path, async () => {
    try {
      await host.fs.unlink(path);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  });
}

function selectionPath(host: Host, { project, directory }: SelectionKey): string {
  const name = fingerprint(Buffer.from(JSON.stringify([project, directory])));
  return `${selectionDirectory(host)}/${name}.json`;
}
