import { commandLine, httpServer, stdioServer, urlOf } from '../job.ts';
import type { BenchClient } from '../targets.ts';
import type { Call, Tool } from '../tool.ts';

const names: Readonly<Partial<Record<BenchClient, string>>> = {
  'claude-code': 'claudecode',
  opencode: 'opencode',
  cursor: 'cursor',
  vscode: 'copilot',
  codex: 'codexcli',
};

/** VS Code it knows only in projects, Gemini CLI not at all. */
const userClients = ['claude-code', 'opencode', 'cursor', 'codex'] as const;
const projectClients = [...userClients, 'vscode'] as const;

const [command, ...args] = commandLine;
const { name, env } = stdioServer;
const { url, headers } = httpServer;

/** Owns the whole section: what is not in its source is taken out. */
export const rulesync: Tool = {
  id: 'rulesync',
  program: { from: 'npm', package: 'rulesync@17.0.0', bin: 'rulesync', newerNode: true },
  clients: { user: userClients, project: projectClients },
  sources: () =>
    source({ [name]: { type: 'stdio', command, args, env }, [httpServer.name]: { type: 'http', url, headers } }),
  // One by one: it stops at the first file that it cannot read.
  register: (scope) =>
    (scope === 'user' ? userClients : projectClients).map((client) => generate(client, scope === 'user')),
  addOne: {
    scope: 'user',
    clients: ['claude-code', 'opencode', 'codex'],
    sources: (_, name) => source({ [name]: { type: 'http', url: urlOf(name) } }),
    calls: (client) => [generate(client, true)],
  },
};

function source(mcpServers: object): Record<string, string> {
  return { '.rulesync/mcp.json': JSON.stringify({ mcpServers }) };
}

function generate(client: BenchClient, forUser: boolean): Call {
  return { args: ['generate', '-t', names[client] ?? client, '-f', 'mcp', ...(forUser ? ['-g'] : [])] };
}
