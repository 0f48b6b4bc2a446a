import type { Contender } from '../contender.ts';
import { homeAt, launch } from '../launch.ts';

/** One server over stdio becomes one over HTTP, with a process for each session. */
export const supergateway: Contender = {
  id: 'supergateway',
  kind: 'rival',
  front: 'http',
  backs: ['stdio'],
  isMany: false,
  program: { from: 'npm', package: 'supergateway@4.0.0', bin: 'supergateway' },
  toolName: (_, tool) => tool,
  start: ({ servers: [server], folder, port, program }) => {
    if (!server || !('command' in server)) throw new Error('a server over stdio is needed');
    const line = [server.command, ...server.args].map((word) => `'${word}'`).join(' ');
    const how = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none'];
    const pid = launch([...program, '--stdio', line, ...how], folder, homeAt(folder));
    return { url: `http://127.0.0.1:${port}/mcp`, pids: [pid] };
  },
};
