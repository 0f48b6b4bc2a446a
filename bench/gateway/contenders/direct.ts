import type { Contender } from '../contender.ts';

/** No gateway: the server itself. */
export const direct: readonly Contender[] = [
  {
    id: 'direct stdio',
    kind: 'none',
    front: 'stdio',
    backs: ['stdio'],
    isMany: false,
    toolName: (_, tool) => tool,
    start: ({ servers: [server] }) => {
      if (!server || !('command' in server)) throw new Error('a server over stdio is needed');
      return { stdio: server, pids: [] };
    },
  },
  {
    id: 'direct http',
    kind: 'none',
    front: 'http',
    backs: ['http'],
    isMany: false,
    toolName: (_, tool) => tool,
    start: ({ servers: [server] }) => {
      if (!server || !('url' in server)) throw new Error('a server over HTTP is needed');
      return { url: server.url, pids: [] };
    },
  },
];
