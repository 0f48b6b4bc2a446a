import type { Host } from '../../model/host.ts';

/** The rights of everybody but the owner. */
export const OTHERS = 0o077;

/** Of the file itself, should a link lead to it. Undefined where modes say nothing, and for a file that is not there. */
export async function fileMode(host: Host, file: string): Promise<number | undefined> {
  if (host.platform === 'win32') return undefined;
  try {
    return (await host.fs.status(await host.fs.realPath(file)))?.mode;
  } catch {
    return undefined;
  }
}
