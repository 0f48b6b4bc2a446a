import { homedir } from 'node:os';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { nodeFiles } from './node-files.ts';
import { nodeProcesses } from './node-processes.ts';

/** The local machine, as seen from a directory. Other Unix systems are treated as Linux. */
export function nodeHost(cwd = currentDirectory()): Host {
  const { platform } = process;
  return {
    fs: nodeFiles,
    processes: nodeProcesses,
    home: homedir(),
    env: process.env,
    platform: platform === 'win32' || platform === 'darwin' ? platform : 'linux',
    cwd,
    now: () => new Date(),
  };
}

/** The working directory, which may have been deleted meanwhile. */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new PlugboardError('current-directory-missing', {});
  }
}
