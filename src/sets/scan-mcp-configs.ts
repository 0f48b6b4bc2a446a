import type { Host } from '../model/host.ts';
import { nodeHost } from '../store/node-host.ts';
import { configDirectory } from './config-directory.ts';
import { scanSets } from './scan.ts';

/** A config set as programs get it. */
export interface McpConfig {
  /** The name of the file without its ending. */
  name: string;
  /** Absolute path. */
  path: string;
  /** The name with the servers in it, or that it cannot be used. */
  description?: string;
  valid: boolean;
  /** Why it cannot be used; absent when it can. */
  error?: string;
}

/** All config sets of a directory, the usual one when none is given. Throws a MissingConfigDirectoryError without one. */
export async function scanMcpConfigs(configDir?: string, host: Host = nodeHost()): Promise<McpConfig[]> {
  const sets = await scanSets(host, configDirectory(host, configDir));
  return sets.map(({ name, path, display, error }) =>
    error === undefined
      ? { name, path, description: display, valid: true }
      : { name, path, description: `Invalid config: ${name}`, valid: false, error },
  );
}
