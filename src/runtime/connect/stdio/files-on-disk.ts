import { lstatSync, readFileSync, statSync } from 'node:fs';
import type { WindowsPlace } from './windows-command.ts';

/** How programs and scripts are looked up on Windows. */
export const filesOnDisk: Pick<WindowsPlace, 'isFile' | 'textOf'> = {
  isFile(path) {
    try {
      return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
    } catch {
      return isAlias(path);
    }
  },
  textOf(path) {
    try {
      return readFileSync(path, 'latin1');
    } catch {
      return undefined;
    }
  },
};

/** An alias of the Microsoft Store, such as python.exe, is a link that cannot be followed but can be started. */
function isAlias(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
