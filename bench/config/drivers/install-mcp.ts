import { commandLine, httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

const everywhere = ['claude-code', 'opencode', 'cursor', 'vscode', 'gemini-cli'] as const;

/** It takes a command as one string, without variables. */
const command = commandLine.map((part) => (part.includes(' ') ? `"${part}"` : part)).join(' ');

export const installMcp: Tool = {
  id: 'install-mcp',
  program: { from: 'npm', package: 'install-mcp@1.10.2', bin: 'install-mcp' },
  // For Codex it supports no project file and would write the user file.
  clients: { user: [...everywhere, 'codex'], project: everywhere },
  register: (scope) => {
    const headers = repeated('--header', httpServer.headers, ': ');
    return (scope === 'user' ? [...everywhere, 'codex'] : everywhere).flatMap((client) => {
      const where = ['--client', client, ...(scope === 'user' ? [] : ['--local']), '-y'];
      return [
        { args: [command, '--name', stdioServer.name, ...where] },
        { args: [httpServer.url, '--name', httpServer.name, ...headers, '--oauth', 'no', ...where] },
      ];
    });
  },
  addOne: {
    scope: 'user',
    clients: ['cursor', 'codex'],
    calls: (client, name) => [{ args: [urlOf(name), '--name', name, '--client', client, '--oauth', 'no', '-y'] }],
  },
};
