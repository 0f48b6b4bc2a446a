import { plainEntry } from '../lenses/plain-entry.ts';
import type { Client } from '../types.ts';

export const junie = (): Client => ({
  id: 'junie',
  name: 'Junie',
  docs: 'https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html',
  verified: { on: '2026-11-15', by: 'report' },
  locations: [
    { scope: 'project', paths: ['.junie/mcp/mcp.json'], format: 'json' },
    { scope: 'user', paths: ['~/.junie/mcp/mcp.json'], format: 'json' },
  ],
  shapes: [{ at: ['mcpServers'], lenses: plainEntry() }],
  transports: ['stdio', 'http'],
  references: {},
  unknownKeys: 'kept',
  merge: 'replace',
});
