import { commandLine, httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

const clients = ['claude-code', 'opencode', 'cursor', 'vscode', 'codex', 'gemini-cli'] as const;

export const plugboard: Tool = {
  id: 'plugboard',
  program: { from: 'here' },
  clients: { user: clients, project: clients },
  register: (scope, again) => {
    // Without the flag it would refuse to replace an existing name.
    const where = ['--to', clients.join(','), '--scope', scope, ...(again ? ['--overwrite'] : [])];
    const { name, env } = stdioServer;
    return [
      { args: ['add', name, ...where, ...repeated('-e', env, '='), '--', ...commandLine] },
      {
        args: ['add', httpServer.name, ...where, ...repeated('-H', httpServer.headers, ': '), '--url', httpServer.url],
      },
    ];
  },
  addOne: {
    scope: 'user',
    clients: ['cursor', 'claude-code', 'opencode', 'vscode', 'codex', 'gemini-cli'],
    calls: (client, name) => [{ args: ['add', name, '--to', client, '--scope', 'user', '--url', urlOf(name)] }],
  },
};
