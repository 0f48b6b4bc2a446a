import type { Host } from '../model/host.ts';
import { nodeHost } from '../store/host/node-host.ts';
import { configDirectory } from './config-directory.ts';
import { MissingConfigDirectoryError } from './missing-config-directory.ts';
import { scanSets } from './scan.ts';

/** A config set in the library API. */
export interface McpConfig {
  /** The file name without its extension. */
  name: string;
  /** Absolute path. */
  path: string;
  /** The name and the names of the servers, or a note that the set is invalid. */
  description?: string;
  valid: boolean;
  /** Why the set is invalid; absent if it is valid. */
  error?: string;
}

/**
 * All config sets of a directory, by default the usual one. Throws a MissingConfigDirectoryError if it does not exist.
 */
export async function scanMcpConfigs(configDir?: string, host: Host = nodeHost()): Promise<McpConfig[]> {
  const directory = configDirectory(host, configDir);
  // A dangling link too is a directory that does not exist.
  if ((await host.fs.kindOf(directory)) === undefined) throw new MissingConfigDirectoryError(directory);
  const sets = await scanSets(host, directory);
  return sets.map(({ name, path, display, error }) =>
    error === undefined
      ? { name, path, description: display, valid: true }
      : { name, path, description: `Invalid config: ${name}`, valid: false, error },
  );
}
