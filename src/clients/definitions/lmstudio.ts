import { plainEntry } from '../lenses/plain-entry.ts';
import type { Client } from '../types.ts';

export const lmstudio = (): Client => ({
  id: 'lmstudio',
  name: 'LM Studio',
  docs: 'https://lmstudio.ai/docs/app/mcp',
  verified: { on: '2026-11-15', by: 'docs' },
  locations: [{ scope: 'user', paths: ['~/.lmstudio/mcp.json'], format: 'json' }],
  shapes: [{ at: ['mcpServers'], lenses: plainEntry() }],
  transports: ['stdio', 'http'],
  references: {},
  unknownKeys: 'kept',
  merge: 'replace',
  behavior: { isDesktopApp: true },
  paste: { splitsCommand: true, linkSchemes: ['lmstudio'], linkPage: { host: 'lmstudio.ai', path: /^install-mcp/i } },
});
