import { plainEntry } from '../lenses/plain-entry.ts';
import type { Client } from '../types.ts';

export const trae = (): Client => ({
  id: 'trae',
  name: 'Trae',
  docs: 'https://docs.trae.ai/ide/model-context-protocol',
  // From several tools that write the file; they agree on path and fields.
  verified: { on: '2026-11-18', by: 'report' },
  locations: [
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/Trae/User/mcp.json'],
        darwin: ['~/Library/Application Support/Trae/User/mcp.json'],
        win32: ['%APPDATA%/Trae/User/mcp.json'],
      },
      format: 'json',
    },
  ],
  shapes: [{ at: ['mcpServers'], lenses: plainEntry() }],
  transports: ['stdio', 'http', 'sse'],
  references: {},
  unknownKeys: 'kept',
  merge: 'replace',
  behavior: { isDesktopApp: true },
  paste: { linkSchemes: ['trae'] },
});
