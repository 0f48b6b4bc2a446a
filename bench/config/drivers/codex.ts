import { commandLine, httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

/** Supports only the user file, and no header except the bearer token. */
export const codex: Tool = {
  id: 'codex',
  program: { from: 'test-clients', client: 'codex', bin: 'codex' },
  clients: { user: ['codex'] },
  register: () => [
    { args: ['mcp', 'add', stdioServer.name, ...repeated('--env', stdioServer.env, '='), '--', ...commandLine] },
    { args: ['mcp', 'add', httpServer.name, '--url', httpServer.url, '--bearer-token-env-var', 'BENCH_TOKEN'] },
  ],
  addOne: {
    scope: 'user',
    clients: ['codex'],
    calls: (_, name) => [{ args: ['mcp', 'add', name, '--url', urlOf(name)] }],
  },
};
