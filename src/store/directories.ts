import { dirname } from 'node:path';
import type { Host } from '../model/host.ts';
import { codeOf, writeFailed, writing } from './reason.ts';

/** The directories above a file that are not there yet, the outermost first. */
export async function missingDirectories(host: Host, file: string): Promise<string[]> {
  const missing: string[] = [];
  for (let directory = dirname(file); ; directory = dirname(directory)) {
    const kind = await host.fs.kindOf(directory);
    if (kind === 'directory') return missing;
    // A link that leads nowhere cannot be filled, and neither can a file.
    if (kind !== undefined || (await host.fs.status(directory)))
      throw writeFailed(file, `${directory} is no directory`);
    if (dirname(directory) === directory) throw writeFailed(file, `there is no ${directory}`);
    missing.unshift(directory);
  }
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

/** Makes one of our own directories, which nobody else may look into. */
export async function makeOwnDirectory(host: Host, directory: string): Promise<void> {
  const missing = await writing(directory, () => missingDirectories(host, `${directory}/file`));
  await makeDirectories(host, missing, 0o700);
}

/** Takes back directories that were made, unless something else has been put there. */
export async function removeEmptyDirectories(host: Host, directories: readonly string[]): Promise<void> {
  for (const directory of directories.toReversed()) await host.fs.removeDirectory(directory).catch(() => undefined);
}
