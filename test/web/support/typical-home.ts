import type { Surroundings } from './served-page.ts';

/** A secret in a file, searched for where it must not appear. */
export const seededSecret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

/** Two assistants that disagree about one server, a file that cannot be read, and a project that brings servers along. */
export const typicalHome = {
  files: {
    '.claude.json': {
      mcpServers: {
        github: {
          type: 'http',
          url: 'https://api.githubcopilot.com/mcp/',
          headers: { Authorization: `Bearer ${seededSecret}` },
        },
        files: { type: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv'] },
      },
    },
    '.cursor/mcp.json': {
      mcpServers: { github: { url: 'https://old.example/mcp' }, weather: { command: 'uvx', args: ['weather'] } },
    },
    '.gemini/settings.json': '{ "mcpServers": { "half": \n',
  },
  project: {
    '.mcp.json': {
      mcpServers: {
        linear: { type: 'stdio', command: 'npx', args: ['-y', 'linear-mcp', '--workspace=a-long-name-of-a-workspace'] },
        notes: { type: 'http', url: 'https://notes.example/mcp' },
      },
    },
  },
} satisfies Surroundings;
