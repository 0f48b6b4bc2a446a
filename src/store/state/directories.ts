import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { codeOf, writing } from '../read/reason.ts';
import { secureDirectory } from './secure-directory.ts';

/** Of a directory and those above it, the ones that are not there yet, the outermost first. */
export async function missingDirectories(host: Host, path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let directory = path; await isMissing(host, directory); directory = dirname(directory)) {
    missing.unshift(directory);
  }
  return missing;
}

/** Another process may be making it at this very moment, so once something has been seen there it is looked at again. */
async function isMissing(host: Host, directory: string): Promise<boolean> {
  if (!(await host.fs.status(directory))) return dirname(directory) !== directory;
  // A link that leads nowhere cannot be filled, and neither can a file.
  if ((await host.fs.kindOf(directory)) !== 'directory') throw new Error(`${directory} is not a directory`);
  return false;
}

export async function makeDirectories(host: Host, directories: readonly string[], mode: number): Promise<void> {
  for (const directory of directories) {
    await writing(directory, async () => {
      await host.fs.makeDirectory(directory, mode).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      await host.fs.syncDirectory(dirname(directory));
    });
  }
}

/** Makes one of our own directories, closed to other users, or closes the one that is there. */
export async function makeOwnDirectory(host: Host, directory: string): Promise<void> {
  const missing = await writing(directory, () => missingDirectories(host, directory));
  await makeDirectories(host, missing, 0o700);
  await secureDirectory(host, directory);
}

/** Takes back directories that were made, unless something else has been put there. */
export async function removeEmptyDirectories(host: Host, directories: readonly string[]): Promise<void> {
  for (const directory of directories.toReversed()) await host.fs.removeDirectory(directory).catch(() => undefined);
}
