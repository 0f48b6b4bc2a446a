import { fileURLToPath } from 'node:url';
import type { Definition } from '../runtime/support/servers.ts';

/** One of the official servers, as it is published. */
export function npmServer(name: 'everything' | 'filesystem' | 'memory', ...args: readonly string[]): Definition {
  const path = `../../servers/node_modules/@modelcontextprotocol/server-${name}/dist/index.js`;
  return { command: process.execPath, args: [fileURLToPath(new URL(path, import.meta.url)), ...args] };
}
