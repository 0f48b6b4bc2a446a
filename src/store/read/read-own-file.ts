import { dirname } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { foreignOwner, isOurs, OTHERS_WRITE, secureDirectory } from '../state/secure-directory.ts';

/** Reads a file that we wrote. Throws if another user wrote it or could have changed it. */
export async function readOwnFile(host: Host, path: string): Promise<Uint8Array> {
  await secureDirectory(host, dirname(path));
  const status = host.platform === 'win32' ? undefined : await host.fs.status(path);
  if (status && !(await isOurs(host, status))) throw foreignOwner(path, status);
  if (status?.kind === 'file' && (status.mode & OTHERS_WRITE) !== 0) {
    const remedy = `inspect it, then chmod 600 ${path}`;
    throw new PlugboardError('place-unsafe', { path, why: 'other users may write to it', remedy });
  }
  return host.fs.readFile(path);
}

/** Like `readOwnFile`, parsed as JSON. Throws if it is invalid. */
export async function readOwnJson(host: Host, path: string): Promise<unknown> {
  return JSON.parse(Buffer.from(await readOwnFile(host, path)).toString()) as unknown;
}
