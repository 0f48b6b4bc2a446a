import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Surroundings } from '../../test/web/support/served-page.ts';

/** On the PATH, so that no command contains a path of this machine. */
const programs = fileURLToPath(new URL('../../test/servers/node_modules/.bin', import.meta.url));

const memory = { command: 'mcp-server-memory' };
const thinking = { command: 'mcp-server-sequential-thinking' };
const everything = { command: 'mcp-server-everything', args: ['stdio'] };
const filesystem = { command: 'mcp-server-filesystem', args: ['.'] };
const time = { command: 'time-mcp' };
/** It does not support this protocol era, says so and exits. */
const demo = { command: 'mcp-server-everything', args: ['websocket'] };
/** The port of a program that is not running. */
const figma = { type: 'http', url: 'http://127.0.0.1:3845/mcp' };

/** A user with five clients: some servers are everywhere, some differ, one is disabled, two cannot be reached. */
export const demonstration: Surroundings = {
  env: { PATH: [programs, process.env['PATH']].join(delimiter) },
  files: {
    '.config/plugboard/plugboard.json': {
      servers: {
        memory,
        'sequential-thinking': thinking,
        everything,
        time,
        figma: { transport: 'http', url: figma.url },
      },
    },
    '.claude.json': { mcpServers: { memory, 'sequential-thinking': thinking, time, figma } },
    '.cursor/mcp.json': {
      mcpServers: { memory, everything, filesystem, demo, time: { command: 'time-mcp', args: ['--verbose'] } },
    },
    '.codex/config.toml': `model = "gpt-5"

[mcp_servers.memory]
command = "mcp-server-memory"

[mcp_servers.time]
command = "time-mcp"
enabled = false
`,
    '.gemini/settings.json': {
      mcpServers: { 'sequential-thinking': thinking, everything: { ...everything, args: 'stdio' } },
    },
  },
  project: {
    '.mcp.json': { mcpServers: { database: { command: 'node', args: ['tools/database.mjs', '--read-only'] } } },
  },
};
