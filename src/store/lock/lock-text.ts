import type { Host } from '../../model/host.ts';
import { UnsuitableFile } from '../read/read-regular-file.ts';

/** The text of a lock; undefined if it is gone or unreadable. Empty for something that cannot be a lock. */
export async function lockText(host: Host, path: string): Promise<string | undefined> {
  try {
    return Buffer.from(await host.fs.readFile(path)).toString();
  } catch (error) {
    return error instanceof UnsuitableFile && error.code === '' ? '' : undefined;
  }
}
