import { stringify } from 'smol-toml';
import { commandLine, httpServer, stdioServer, urlOf } from '../job.ts';
import type { BenchClient, BenchScope } from '../targets.ts';
import type { Tool } from '../tool.ts';

const clients = ['claude-code', 'opencode', 'cursor', 'vscode', 'codex'] as const;

const [command, ...args] = commandLine;
const { url, headers } = httpServer;

export const dotagents: Tool = {
  id: 'dotagents',
  program: { from: 'npm', package: '@sentry/dotagents@1.19.0', bin: 'dotagents' },
  clients: { user: clients, project: clients },
  sources: (scope) =>
    source(scope, clients, [
      // It takes only the names of variables, no values.
      { name: stdioServer.name, command, args, env: Object.keys(stdioServer.env) },
      { name: httpServer.name, url, headers },
    ]),
  register: (scope) => ['install', 'sync'].map((task) => ({ args: [...(scope === 'user' ? ['--user'] : []), task] })),
  addOne: {
    scope: 'user',
    clients: ['cursor', 'claude-code', 'codex'],
    sources: (client, name) => source('user', [client], [{ name, url: urlOf(name) }]),
    calls: () => [{ args: ['--user', 'install'] }],
  },
};

function source(scope: BenchScope, clients: readonly BenchClient[], mcp: readonly object[]): Record<string, string> {
  const agents = clients.map((client) => (client === 'claude-code' ? 'claude' : client));
  return { [scope === 'user' ? '~/.agents/agents.toml' : 'agents.toml']: stringify({ version: 1, agents, mcp }) };
}
