import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { homeAt } from '../launch.ts';

/** One server over HTTP becomes one over stdio. */
export const mcpRemote: Contender = {
  id: 'mcp-remote',
  kind: 'rival',
  front: 'stdio',
  backs: ['http'],
  isMany: false,
  program: { from: 'npm', package: 'mcp-remote@0.15.1', bin: 'mcp-remote' },
  toolName: (_, tool) => tool,
  start: ({ servers: [server], folder, program: [command, ...first] }) => {
    if (!server || !('url' in server)) throw new Error('a server over HTTP is needed');
    const args = [...first, server.url, '--allow-http', '--transport', 'http-only'];
    const env = { ...homeAt(folder), MCP_REMOTE_CONFIG_DIR: join(folder, 'own') };
    return { stdio: { command, args, env, cwd: folder }, pids: [] };
  },
};
