import { createHash } from 'node:crypto';
import type { Host } from '../model/host.ts';
import { makeOwnDirectory } from './directories.ts';
import { directoryAround } from './directory-around.ts';
import { stateFile } from './places.ts';
import { putInPlace, stage } from './put-file.ts';
import { writing } from './reason.ts';

/** What was accepted of each server, one file each. Unlike a cache it is never cleaned up: losing it accepts anything. */
export interface PinFiles {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}

/** Nothing is read or kept when the files lie in one of `outside`, whose content could accept itself. */
export function pinFiles(host: Host, outside: readonly string[]): PinFiles {
  const directory = stateFile(host, 'pins');
  const pathOf = (key: string): string => `${directory}/${createHash('sha256').update(key).digest('hex')}.json`;
  return {
    async read(key) {
      if (await directoryAround(host, directory, outside)) return undefined;
      const path = pathOf(key);
      if (!(await host.fs.status(path))) return undefined;
      return JSON.parse(Buffer.from(await host.fs.readFile(path)).toString()) as unknown;
    },
    async write(key, value) {
      if (await directoryAround(host, directory, outside)) return;
      const path = pathOf(key);
      await makeOwnDirectory(host, directory);
      await writing(path, async () => {
        const staged = `${path}.${host.processes.own}-${process.hrtime.bigint()}.tmp`;
        await stage(host, staged, { bytes: Buffer.from(JSON.stringify(value)), mode: 0o600 });
        await putInPlace(host, staged, path);
      });
    },
  };
}
