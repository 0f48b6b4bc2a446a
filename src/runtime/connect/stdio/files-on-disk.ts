import { readFileSync, statSync } from 'node:fs';
import type { WindowsPlace } from './windows-command.ts';

/** How programs and scripts are looked up on Windows. */
export const filesOnDisk: Pick<WindowsPlace, 'isFile' | 'textOf'> = {
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  textOf(path) {
    try {
      return readFileSync(path, 'latin1');
    } catch {
      return undefined;
    }
  },
};
