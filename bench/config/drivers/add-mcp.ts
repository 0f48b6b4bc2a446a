import { httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

const clients = ['claude-code', 'opencode', 'cursor', 'vscode', 'codex', 'gemini-cli'] as const;

export const addMcp: Tool = {
  id: 'add-mcp',
  program: { from: 'npm', package: 'add-mcp@2.4.0', bin: 'add-mcp' },
  clients: { user: clients, project: clients },
  register: (scope) => {
    const where = [...(scope === 'user' ? ['-g'] : []), '-y', ...clients.flatMap((client) => ['-a', client])];
    const { name, args, env } = stdioServer;
    const given = args.flatMap((arg) => ['--args', arg]);
    return [
      { args: [stdioServer.package, '--name', name, ...given, ...repeated('--env', env, '='), ...where] },
      {
        args: [httpServer.url, '--name', httpServer.name, ...repeated('--header', httpServer.headers, ': '), ...where],
      },
    ];
  },
  addOne: {
    scope: 'user',
    clients: ['cursor', 'claude-code', 'codex'],
    calls: (client, name) => [{ args: [urlOf(name), '--name', name, '-g', '-y', '-a', client] }],
  },
};
