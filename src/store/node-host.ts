import { homedir } from 'node:os';
import type { Host } from '../model/host.ts';
import { nodeFiles } from './node-files.ts';
import { nodeProcesses } from './node-processes.ts';

/** The machine this runs on. Unixes without a name of their own here behave like Linux. */
export function nodeHost(): Host {
  const { platform } = process;
  return {
    fs: nodeFiles,
    processes: nodeProcesses,
    home: homedir(),
    env: process.env,
    platform: platform === 'win32' || platform === 'darwin' ? platform : 'linux',
    cwd: process.cwd(),
    now: () => new Date(),
  };
}
