import { commandLine, httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

const [command, ...args] = commandLine;

/** The project is not trusted, like every new project. */
export const gemini: Tool = {
  id: 'gemini',
  program: { from: 'test-clients', client: 'gemini-cli', bin: 'gemini' },
  clients: { user: ['gemini-cli'], project: ['gemini-cli'] },
  register: (scope) => {
    const { name, env } = stdioServer;
    const headers = repeated('-H', httpServer.headers, ': ');
    return [
      { args: ['mcp', 'add', '-s', scope, ...repeated('-e', env, '='), name, command, '--', ...args] },
      { args: ['mcp', 'add', '-s', scope, '-t', 'http', ...headers, httpServer.name, httpServer.url] },
    ];
  },
  addOne: {
    scope: 'user',
    clients: ['gemini-cli'],
    calls: (_, name) => [{ args: ['mcp', 'add', '-s', 'user', '-t', 'http', name, urlOf(name)] }],
  },
};
