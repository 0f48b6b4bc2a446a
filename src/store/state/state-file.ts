import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { writing } from '../read/reason.ts';
import { putInPlace, stage } from '../write/put-file.ts';
import { makeOwnDirectory } from './directories.ts';

/** Writes a private file atomically: concurrent readers get the old text or the new one. */
export async function writeOwnFile(host: Host, path: string, text: string): Promise<void> {
  await makeOwnDirectory(host, dirname(path));
  await writing(path, async () => {
    const staged = `${path}.${host.processes.own}-${process.hrtime.bigint()}.tmp`;
    await stage(host, staged, { bytes: Buffer.from(text), mode: 0o600 });
    await putInPlace(host, staged, path);
  });
}
