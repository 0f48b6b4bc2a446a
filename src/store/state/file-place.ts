import type { Host } from '../../model/host.ts';
import { readOwnFile } from '../read/read-own-file.ts';
import { renameOnceReleased } from '../write/once-released.ts';
import { writeNew } from '../write/write-new.ts';
import { makeOwnDirectory } from './directories.ts';
import { places } from './places.ts';

/** Files of one kind in the cache directory, by name. */
export interface FilePlace {
  /** Undefined if there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces the file in one step. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}

/** Files that can be made again, in a directory of their own. Throws if they cannot be written. */
export function filePlace(host: Host, name: string): FilePlace {
  const directory = `${places(host).cache}/${name}`;
  return {
    async read(file) {
      const path = `${directory}/${file}`;
      return (await host.fs.status(path))?.kind === 'file' ? readOwnFile(host, path) : undefined;
    },
    async write(file, bytes) {
      await makeOwnDirectory(host, directory);
      const path = `${directory}/${file}`;
      const prepared = `${path}.${host.processes.own}-${process.hrtime.bigint()}.tmp`;
      await writeNew(host, prepared, bytes, 0o600);
      await renameOnceReleased(host, prepared, path);
    },
    async remove(file) {
      await host.fs.unlink(`${directory}/${file}`).catch(() => undefined);
    },
    names: async () => host.fs.readDirectory(directory).catch(() => []),
  };
}
