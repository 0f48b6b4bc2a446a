import { toolLists } from '../lenses/access.ts';
import { same } from '../lenses/basic.ts';
import { plainEntry } from '../lenses/plain-entry.ts';
import type { Client } from '../types.ts';

export const antigravity = (): Client => ({
  id: 'antigravity',
  name: 'Antigravity',
  docs: 'https://antigravity.google/docs/mcp',
  verified: { on: '2026-11-15', by: 'report', version: '1.1.26' },
  locations: [
    {
      scope: 'project',
      paths: ['.agents/mcp_config.json', '.agent/mcp_config.json'],
      format: 'json',
      note: 'strict JSON: with a comment it does not start',
    },
    {
      scope: 'user',
      paths: ['~/.gemini/config/mcp_config.json', '~/.gemini/antigravity/mcp_config.json'],
      format: 'json',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [...plainEntry('serverUrl'), ...same('disabled'), toolLists({ deny: 'disabledTools' })],
    },
  ],
  transports: ['stdio', 'http'],
  references: {},
  unknownKeys: 'kept',
  toolNames: 'unknown',
  reads: ['authProviderType', 'oauth', 'clientId', 'clientSecret'],
  merge: 'replace',
  behavior: { isDesktopApp: true },
});
