import type { Host } from '../model/host.ts';
import { codeOf } from '../store/reason.ts';

/** Whether nothing is at the end of this path. What may only not be looked at counts as being there. */
export async function leadsNowhere(host: Host, path: string): Promise<boolean> {
  try {
    await host.fs.realPath(path);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error));
  }
}
