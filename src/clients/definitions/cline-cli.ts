import { clineStyle } from '../lenses/cline-style.ts';
import type { Client } from '../types.ts';

export const clineCli = (): Client => ({
  id: 'cline-cli',
  name: 'Cline CLI',
  docs: 'https://docs.cline.bot/mcp/configuring-mcp-servers',
  verified: { on: '2026-11-18', by: 'run', version: '3.0.65' },
  programs: ['cline'],
  launch: {
    program: 'cline',
    install: 'npm install -g cline',
    by: {
      kind: 'variable',
      variable: 'CLINE_MCP_SETTINGS_PATH',
      instead: '~/.cline/data/settings/cline_mcp_settings.json',
    },
    only: [],
  },
  locations: [
    {
      scope: 'user',
      paths: ['~/.cline/data/settings/cline_mcp_settings.json'],
      format: 'json',
      note: 'CLINE_MCP_SETTINGS_PATH names another file',
    },
  ],
  shapes: [{ at: ['mcpServers'], lenses: clineStyle() }],
  transports: ['stdio', 'http', 'sse'],
  references: {},
  unknownKeys: 'kept',
  ownKeys: ['transport'],
  trusts: { autoApprove: {}, alwaysAllow: {} },
  reads: ['oauth'],
  merge: 'replace',
  priority: 40,
  behavior: { onInvalidEntry: 'Cline CLI rejects the whole file until this is fixed', invalidEntryCosts: 'file' },
  paste: { transportWords: ['streamableHttp'], addCommands: [{ programs: ['cline'] }] },
});
