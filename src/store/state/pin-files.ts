import { createHash } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../read/read-own-file.ts';
import { enclosingDirectory } from './enclosing-directory.ts';
import { stateFile } from './places.ts';
import { writeOwnFile } from './state-file.ts';

/**
 * The accepted tools of each server, one file each. Unlike a cache it is never pruned: without it, any change would be
 * accepted.
 */
export interface PinFiles {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  pathOf(key: string): string;
}

/** Ignores files inside `outside`: a project could otherwise accept its own tools. */
export function pinFiles(host: Host, outside: readonly string[]): PinFiles {
  const directory = stateFile(host, 'pins');
  const pathOf = (key: string): string => `${directory}/${createHash('sha256').update(key).digest('hex')}.json`;
  return {
    pathOf,
    async read(key) {
      if (await enclosingDirectory(host, directory, outside)) return undefined;
      const path = pathOf(key);
      if (!(await host.fs.status(path))) return undefined;
      return readOwnJson(host, path);
    },
    async write(key, value) {
      if (await enclosingDirectory(host, directory, outside)) return;
      await writeOwnFile(host, pathOf(key), JSON.stringify(value));
    },
  };
}
