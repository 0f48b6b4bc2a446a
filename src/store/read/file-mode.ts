import type { Host } from '../../model/host.ts';

/** Permission bits of group and others. */
export const OTHERS = 0o077;

/** Mode of the file behind links. Undefined on Windows, and for a missing file. */
export async function fileMode(host: Host, file: string): Promise<number | undefined> {
  if (host.platform === 'win32') return undefined;
  try {
    return (await host.fs.status(await host.fs.realPath(file)))?.mode;
  } catch {
    return undefined;
  }
}
