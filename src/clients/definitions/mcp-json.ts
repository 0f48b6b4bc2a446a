import { forStdio, same, timeout } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const mcpJson = (): Client => ({
  id: 'mcp-json',
  name: '.mcp.json of a project',
  docs: 'https://modelcontextprotocol.io/',
  verified: { on: '2026-11-15', by: 'run' },
  locations: [
    {
      scope: 'project',
      paths: ['.mcp.json'],
      format: 'json',
      note: 'Claude Code, Copilot CLI, Grok and others read it; a comment makes some reject the whole file, and Qoder does not expand references in commands',
    },
    { scope: 'project', variant: 'plain', paths: ['mcp.json'], format: 'json' },
  ],
  // Fields that all clients of this file read in the same way.
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ stdio: 'stdio', http: 'http', sse: 'sse' }, { alsoRead: { 'streamable-http': 'http' } }),
        ...same('command', 'args', 'url', 'headers'),
        ...forStdio(...same('env')),
        timeout('timeout', 'milliseconds'),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: shellStyle({ fallback: true }), fields: ['command', 'args', 'env', 'url', 'headers'] },
  unknownKeys: 'kept',
  // Clients interpret these differently, and some drop the entry if the value has another form.
  ownKeys: ['alwaysLoad', 'displayName'],
  executes: { headersHelper: 'line' },
  trusts: { tools: { listsTools: true } },
  reads: ['auth', 'oauth'],
  ignores: { cwd: 'some of its clients start servers in the project directory' },
  merge: 'replace',
  trust: 'most of its clients ask before they start the servers of a project',
  paste: { rank: 2 },
});
