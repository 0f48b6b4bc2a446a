import { commandLine, httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

const ownReference = (text: string): string => text.replace(/\$\{(\w+)\}/, '{env:$1}');

/** Without a terminal it writes only the user file. */
export const opencode: Tool = {
  id: 'opencode',
  program: { from: 'test-clients', client: 'opencode', bin: 'opencode' },
  clients: { user: ['opencode'] },
  register: () => {
    const env = repeated('--env', stdioServer.env, '=').map(ownReference);
    const headers = repeated('--header', httpServer.headers, '=').map(ownReference);
    return [
      { args: ['mcp', 'add', stdioServer.name, ...env, '--', ...commandLine], outside: true },
      { args: ['mcp', 'add', httpServer.name, '--url', httpServer.url, ...headers], outside: true },
    ];
  },
  addOne: {
    scope: 'user',
    clients: ['opencode'],
    calls: (_, name) => [{ args: ['mcp', 'add', name, '--url', urlOf(name)], outside: true }],
  },
};
