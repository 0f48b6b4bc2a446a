import { same } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import type { Client } from '../types.ts';

export const claudeDesktop = (): Client => ({
  id: 'claude-desktop',
  name: 'Claude Desktop',
  docs: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  verified: { on: '2026-11-15', by: 'report' },
  locations: [
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/Claude/claude_desktop_config.json'],
        darwin: ['~/Library/Application Support/Claude/claude_desktop_config.json'],
        win32: ['%APPDATA%/Claude/claude_desktop_config.json'],
      },
      format: 'json',
      note: 'read at start; remote servers are added as connectors in its settings',
    },
  ],
  shapes: [{ at: ['mcpServers'], lenses: [typed({}), ...same('command', 'args', 'env')] }],
  transports: ['stdio'],
  references: {},
  // It is not documented that it accepts other keys.
  unknownKeys: 'rejected',
  ignores: { cwd: 'it starts servers in its own directory' },
  merge: 'replace',
  behavior: { isDesktopApp: true },
});
