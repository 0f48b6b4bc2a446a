import type { Host } from '../model/host.ts';
import { codeOf } from '../store/read/reason.ts';

/** Whether the path, with symlinks resolved, does not exist. A path that cannot be inspected counts as existing. */
export async function isDangling(host: Host, path: string): Promise<boolean> {
  try {
    await host.fs.realPath(path);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error));
  }
}
