import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Whatever tests and the programs they start write into the temporary folder goes into one of this run, which is
 * removed at its end, however it ends. Its name is short because addresses of sockets below it must be.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'plug-'));
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Who interrupts the run ends it before anything is torn down.
  process.once('exit', remove);
  return remove;
}
