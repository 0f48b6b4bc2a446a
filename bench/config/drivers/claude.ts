import { commandLine, httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

export const claude: Tool = {
  id: 'claude',
  program: { from: 'test-clients', client: 'claude-code', bin: 'claude' },
  clients: { user: ['claude-code'], project: ['claude-code'] },
  register: (scope) => {
    const { name, env } = stdioServer;
    const headers = repeated('-H', httpServer.headers, ': ');
    return [
      { args: ['mcp', 'add', '-s', scope, name, ...repeated('-e', env, '='), '--', ...commandLine] },
      { args: ['mcp', 'add', '-s', scope, '-t', 'http', httpServer.name, httpServer.url, ...headers] },
    ];
  },
  addOne: {
    scope: 'user',
    clients: ['claude-code'],
    calls: (_, name) => [{ args: ['mcp', 'add', '-s', 'user', '-t', 'http', name, urlOf(name)] }],
  },
};
