import { toolLists } from '../lenses/access.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { limitedTimeout } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { editorStyle } from '../references.ts';
import type { Client } from '../types.ts';

const settings = 'globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json';

export const roo = (): Client => ({
  id: 'roo',
  name: 'Roo Code',
  docs: 'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
  verified: { on: '2026-11-15', by: 'source' },
  locations: [
    {
      scope: 'project',
      paths: ['.roo/mcp.json'],
      format: 'json',
      note: 'one invalid entry invalidates the file',
    },
    {
      scope: 'user',
      paths: {
        linux: [`~/.config/Code/User/${settings}`],
        darwin: [`~/Library/Application Support/Code/User/${settings}`],
        win32: [`%APPDATA%/Code/User/${settings}`],
      },
      format: 'json',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed(
          { stdio: 'stdio', http: 'streamable-http', sse: 'sse' },
          { alsoRead: { http: 'http' }, required: 'with-url' },
        ),
        ...same('command', 'args', 'cwd', 'url', 'headers', 'disabled'),
        // Next to a URL it invalidates the file.
        ...forStdio(...same('env')),
        limitedTimeout('timeout', 'seconds', { min: 1, max: 3600 }),
        toolLists({ deny: 'disabledTools' }),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: {
      ...editorStyle,
      shown: '${env:NAME}, ${workspaceFolder}',
      foreign: /^\$\{workspaceFolder\}$/,
    },
    // A URL is validated before its references are expanded.
    fields: ['command', 'args', 'env', 'cwd', 'headers'],
  },
  unknownKeys: 'kept',
  toolNames: 'whole',
  trusts: { alwaysAllow: {} },
  // It starts the server again when one of these changes.
  reads: ['watchPaths'],
  merge: 'replace',
  behavior: {
    isDesktopApp: true,
    onInvalidEntry: 'Roo Code ignores the whole file until this is fixed',
    invalidEntryCosts: 'file',
  },
  paste: { rank: 15 },
});
