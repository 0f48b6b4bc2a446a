import { stringify } from 'smol-toml';
import { commandLine, httpServer, stdioServer, urlOf } from '../job.ts';
import type { BenchClient } from '../targets.ts';
import type { Call, Tool } from '../tool.ts';

/** For Copilot it writes the file of its command line, none of VS Code. */
const clients = ['claude-code', 'opencode', 'cursor', 'codex', 'gemini-cli'] as const;

const [command, ...args] = commandLine;
const { name, env } = stdioServer;
const { url, headers } = httpServer;

export const ruler: Tool = {
  id: 'ruler',
  program: { from: 'npm', package: '@intellectronica/ruler@0.3.44', bin: 'ruler' },
  clients: { project: clients },
  sources: () => source({ [name]: { command, args, env }, [httpServer.name]: { url, headers } }),
  // One by one: it stops at the first file that it cannot read.
  register: () => clients.map(apply),
  addOne: {
    scope: 'project',
    clients: ['cursor', 'claude-code', 'codex'],
    sources: (_, name) => source({ [name]: { url: urlOf(name) } }),
    calls: (client) => [apply(client)],
  },
};

function source(servers: object): Record<string, string> {
  return { '.ruler/ruler.toml': stringify({ mcp_servers: servers }) };
}

function apply(client: BenchClient): Call {
  const agent = client === 'claude-code' ? 'claude' : client;
  return { args: ['apply', '--agents', agent, '--local-only', '--no-gitignore', '--no-skills'] };
}
