import { clineStyle } from '../lenses/cline-style.ts';
import { editorStyle } from '../references.ts';
import type { Client } from '../types.ts';

const settings = 'Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

export const clineVscode = (): Client => ({
  id: 'cline-vscode',
  name: 'Cline (VS Code)',
  docs: 'https://docs.cline.bot/mcp/configuring-mcp-servers',
  verified: { on: '2026-11-15', by: 'report' },
  locations: [
    {
      scope: 'user',
      paths: {
        linux: [`~/.config/${settings}`],
        darwin: [`~/Library/Application Support/${settings}`],
        win32: [`%APPDATA%/${settings}`],
      },
      format: 'json',
    },
  ],
  shapes: [{ at: ['mcpServers'], lenses: clineStyle() }],
  transports: ['stdio', 'http', 'sse'],
  // The change that introduced references shows them in these three fields.
  references: { syntax: editorStyle, fields: ['env', 'url', 'headers'] },
  unknownKeys: 'kept',
  ownKeys: ['transport'],
  trusts: { autoApprove: {}, alwaysAllow: {} },
  reads: ['oauth'],
  merge: 'replace',
  priority: 40,
  behavior: { isDesktopApp: true },
  paste: { rank: 9, transportWords: ['streamableHttp'] },
});
