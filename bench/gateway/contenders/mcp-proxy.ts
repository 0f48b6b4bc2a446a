import type { Contender } from '../contender.ts';
import { homeAt, launch } from '../launch.ts';

/** One server over stdio becomes one over HTTP. */
export const mcpProxy: Contender = {
  id: 'mcp-proxy',
  kind: 'rival',
  front: 'http',
  backs: ['stdio'],
  isMany: false,
  program: { from: 'npm', package: 'mcp-proxy@6.7.19', bin: 'mcp-proxy' },
  toolName: (_, tool) => tool,
  start: ({ servers: [server], folder, port, program }) => {
    if (!server || !('command' in server)) throw new Error('a server over stdio is needed');
    const words = ['--host', '127.0.0.1', '--port', String(port), '--', server.command, ...server.args];
    return { url: `http://127.0.0.1:${port}/mcp`, pids: [launch([...program, ...words], folder, homeAt(folder))] };
  },
};
