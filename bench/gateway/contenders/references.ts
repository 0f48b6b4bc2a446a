import type { Contender, Front } from '../contender.ts';
import { launch, programFile, writeServers } from '../launch.ts';

/** Our own reference programs: the lower bound and the obvious implementation. */
export const references: readonly Contender[] = [
  reference('plain relay, stdio', 'plain-relay.mjs', 'stdio'),
  reference('plain relay, http', 'plain-relay.mjs', 'http'),
  reference('sdk relay, stdio', 'sdk-relay.mjs', 'stdio'),
  reference('sdk relay, http', 'sdk-relay.mjs', 'http'),
];

function reference(id: string, file: string, front: Front): Contender {
  return {
    id,
    kind: 'reference',
    front,
    backs: ['stdio', 'http'],
    isMany: true,
    toolName: (server, tool) => `${server}__${tool}`,
    start: ({ servers, folder, port }) => {
      const words = [programFile(file), writeServers(folder, servers)];
      if (front === 'stdio') return { stdio: { command: process.execPath, args: words }, pids: [] };
      const pid = launch([process.execPath, ...words, String(port)], folder);
      return { url: `http://127.0.0.1:${port}/mcp`, pids: [pid] };
    },
  };
}
