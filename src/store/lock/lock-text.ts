import type { Host } from '../../model/host.ts';
import { UnsuitableFile } from '../read/read-regular-file.ts';

/** What a lock says; undefined when it is gone or cannot be read now. One that no lock can be like says nothing. */
export async function lockText(host: Host, path: string): Promise<string | undefined> {
  try {
    return Buffer.from(await host.fs.readFile(path)).toString();
  } catch (error) {
    return error instanceof UnsuitableFile && error.code === '' ? '' : undefined;
  }
}
