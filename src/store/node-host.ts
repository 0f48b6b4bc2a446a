import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { FileSystem, Host } from '../model/host.ts';

const fs: FileSystem = {
  readFile: (path) => readFile(path),
  async kindOf(path) {
    try {
      const found = await stat(path);
      return found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
    } catch {
      return undefined;
    }
  },
};

/** The machine this runs on. Unixes without a name of their own here behave like Linux. */
export function nodeHost(): Host {
  const { platform } = process;
  return {
    fs,
    home: homedir(),
    env: process.env,
    platform: platform === 'win32' || platform === 'darwin' ? platform : 'linux',
    cwd: process.cwd(),
    now: () => new Date(),
  };
}
