import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll, processesNaming } from './processes.ts';

/** A folder that is thrown away afterwards, with all that still runs for it. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-bench-'));
  try {
    return await work(folder);
  } finally {
    await endAll(processesNaming(folder));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
