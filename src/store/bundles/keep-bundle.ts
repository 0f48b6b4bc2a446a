import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { codeOf, writing } from '../read/reason.ts';
import { makeOwnDirectory } from '../state/directories.ts';
import { stateFile } from '../state/places.ts';
import { onceReleased } from '../write/once-released.ts';

/** A file of a bundle. Its name is relative, with forward slashes, and was checked. */
interface BundleFile {
  readonly name: string;
  readonly isExecutable: boolean;
  read(): Uint8Array;
}

/** Where a bundle is kept; its hash identifies it. In one piece it would look like a secret in an argument. */
export function bundleDirectory(host: Host, sha256: string): string {
  return stateFile(host, `bundles/${(sha256.match(/.{1,16}/g) ?? []).join('/')}`);
}

/**
 * Unpacks a bundle, all or nothing. The directory gets its name only when it is complete, so a bundle that is there is
 * whole, and the same one twice is one.
 */
export async function keepBundle(host: Host, sha256: string, files: readonly BundleFile[]): Promise<void> {
  const directory = bundleDirectory(host, sha256);
  if ((await host.fs.kindOf(directory)) === 'directory') return;
  await makeOwnDirectory(host, dirname(directory));
  const fresh = stateFile(host, `bundles/.${randomBytes(8).toString('hex')}.tmp`);
  await writing(directory, async () => {
    try {
      await writeAll(host, fresh, files);
      await onceReleased(host, directory, async () => {
        // A virus scanner may look at the new files. If another process was faster, there is nothing to wait for.
        if ((await host.fs.kindOf(directory)) === 'directory') await removeTree(host, fresh);
        else await host.fs.rename(fresh, directory);
      });
    } catch (error) {
      await removeTree(host, fresh);
      // Another process was faster.
      const isThere = ['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(codeOf(error) ?? '');
      if (!isThere || (await host.fs.kindOf(directory)) !== 'directory') throw error;
    }
    await host.fs.syncDirectory(dirname(directory));
  });
}

async function writeAll(host: Host, top: string, files: readonly BundleFile[]): Promise<void> {
  await host.fs.makeDirectory(top, 0o700);
  const made = new Set<string>();
  for (const { name, isExecutable, read } of files) {
    const parts = name.split('/').slice(0, -1);
    for (const [index] of parts.entries()) {
      const path = `${top}/${parts.slice(0, index + 1).join('/')}`;
      if (!made.has(path)) await host.fs.makeDirectory(path, 0o700);
      made.add(path);
    }
    const file = await host.fs.create(`${top}/${name}`, isExecutable ? 0o700 : 0o600);
    try {
      await file.write(read());
    } finally {
      await file.close();
    }
  }
}

async function removeTree(host: Host, path: string): Promise<void> {
  const status = await host.fs.status(path);
  if (!status) return;
  if (status.kind !== 'directory') return host.fs.unlink(path);
  for (const name of await host.fs.readDirectory(path)) await removeTree(host, `${path}/${name}`);
  await host.fs.removeDirectory(path);
}
