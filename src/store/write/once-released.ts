import type { Host } from '../../model/host.ts';
import { codeOf, writeFailed } from '../read/reason.ts';
import { delay } from './delay.ts';

export async function renameOnceReleased(host: Host, from: string, to: string): Promise<void> {
  await onceReleased(host, to, () => host.fs.rename(from, to));
}

export async function unlinkOnceReleased(host: Host, path: string): Promise<void> {
  await onceReleased(host, path, () => host.fs.unlink(path));
}

/** About two seconds in total. */
const MOST_ATTEMPTS = 20;

/**
 * On Windows a file cannot be replaced or deleted while another program has it open. A virus scanner releases it soon,
 * other programs may not.
 */
export async function onceReleased(host: Host, target: string, step: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      const mayPass = host.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
      if (!mayPass) throw error;
      const isReadOnly = !(await host.fs.mayWrite(target).catch(() => true));
      if (isReadOnly) throw writeFailed(target, 'it is read-only', error);
      if (attempt === MOST_ATTEMPTS) throw writeFailed(target, HELD_OPEN, error);
      await delay(attempt * 10);
    }
  }
}

const HELD_OPEN =
  'another program has it open, such as the client, an editor or a virus scanner; close it and try again';
