import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { linkAt } from '../store/read/link-at.ts';
import { codeOf, reasonOf } from '../store/read/reason.ts';
import { MissingConfigDirectoryError } from './missing-config-directory.ts';

/** The names of all JSON files in the directory, including hidden ones. Throws if the directory cannot be read. */
export async function setFileNames(host: Host, directory: string): Promise<string[]> {
  try {
    return (await host.fs.readDirectory(directory)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    const kind = await host.fs.kindOf(directory);
    if (kind && kind !== 'directory') {
      throw new PlugboardError('config-directory-not-directory', { path: directory }, error);
    }
    // A directory could not be created there either.
    const target = await linkAt(host, directory).catch(() => undefined);
    if (codeOf(error) === 'ENOENT' && target === undefined) throw new MissingConfigDirectoryError(directory, error);
    const reason =
      codeOf(error) === 'ENOENT' ? `it is a symbolic link to ${target}, which does not exist` : reasonOf(error);
    throw new PlugboardError('config-directory-unreadable', { path: directory, reason }, error);
  }
}
