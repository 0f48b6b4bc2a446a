import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { codeOf, writing } from '../read/reason.ts';
import { secureDirectory } from './secure-directory.ts';

/** The missing directories up to and including `path`, outermost first. */
export async function missingDirectories(host: Host, path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let directory = path; await isMissing(host, directory); directory = dirname(directory)) {
    missing.unshift(directory);
  }
  return missing;
}

/** Another process may be creating it right now, so an existing entry is checked again. */
async function isMissing(host: Host, directory: string): Promise<boolean> {
  if (!(await host.fs.status(directory))) return dirname(directory) !== directory;
  // A dangling link or a file cannot contain anything.
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

/** Creates one of our directories with private permissions, or makes an existing one private. */
export async function makeOwnDirectory(host: Host, directory: string): Promise<void> {
  const missing = await writing(directory, () => missingDirectories(host, directory));
  await makeDirectories(host, missing, 0o700);
  await secureDirectory(host, directory);
}

/** Removes directories that were created, unless they contain something else by now. */
export async function removeEmptyDirectories(host: Host, directories: readonly string[]): Promise<void> {
  for (const directory of directories.toReversed()) await host.fs.removeDirectory(directory).catch(() => undefined);
}
