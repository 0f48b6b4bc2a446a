import type { Contender } from '../contender.ts';
import { homeAt, launch, writeServers } from '../launch.ts';

/** Supports only the legacy transport for clients. */
export const mcpHub: Contender = {
  id: 'mcp-hub',
  kind: 'rival',
  front: 'sse',
  backs: ['stdio', 'http'],
  isMany: true,
  program: { from: 'npm', package: 'mcp-hub@4.2.1', bin: 'mcp-hub' },
  toolName: (server, tool) => `${server}__${tool}`,
  start: ({ servers, folder, port, program }) => {
    const words = ['--port', String(port), '--config', writeServers(folder, servers)];
    const pid = launch([...program, ...words], folder, homeAt(folder));
    return { url: `http://127.0.0.1:${port}/mcp`, pids: [pid] };
  },
};
