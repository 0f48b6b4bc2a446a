import { fileURLToPath } from 'node:url';
import type { Surroundings } from '../../test/web/support/served-page.ts';

const official = fileURLToPath(new URL('../../test/servers/node_modules/@modelcontextprotocol/', import.meta.url));
const program = (name: string, ...args: string[]): object => ({
  command: 'node',
  args: [`${official}${name}/dist/index.js`, ...args],
});

const memory = program('server-memory');
const thinking = program('server-sequential-thinking');
const everything = program('server-everything', 'stdio');
const github = {
  type: 'http',
  url: 'https://api.githubcopilot.com/mcp/',
  headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' },
};

/** Somebody who uses five assistants: some servers are everywhere, some differ, one is off and one cannot start. */
export const demonstration: Surroundings = {
  files: {
    '.config/plugboard/plugboard.json': {
      servers: { memory, thinking, everything, github: { ...github, type: undefined, transport: 'http' } },
    },
    '.claude.json': { mcpServers: { memory, thinking, github } },
    '.cursor/mcp.json': {
      mcpServers: { memory, everything, docs: { command: 'docs-server-that-is-not-installed', args: ['--stdio'] } },
    },
    '.codex/config.toml': `model = "o4"

[mcp_servers.memory]
command = "node"
args = ["${official}server-memory/dist/index.js"]

[mcp_servers.thinking]
command = "node"
args = ["${official}server-sequential-thinking/dist/index.js"]
enabled = false
`,
    '.gemini/settings.json': { mcpServers: { memory, files: program('server-filesystem', '.') } },
  },
  project: {
    '.mcp.json': { mcpServers: { database: { command: 'node', args: ['tools/database.mjs', '--read-only'] } } },
  },
};
