import { oauth } from '../lenses/access.ts';
import { plainEntry } from '../lenses/plain-entry.ts';
import { editorStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const cursor = (): Client => ({
  id: 'cursor',
  name: 'Cursor',
  docs: 'https://cursor.com/docs/mcp',
  verified: { on: '2026-11-15', by: 'docs' },
  programs: ['cursor'],
  locations: [
    { scope: 'project', paths: ['.cursor/mcp.json'], format: 'jsonc' },
    { scope: 'user', paths: ['~/.cursor/mcp.json'], format: 'jsonc' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        ...plainEntry(),
        oauth({ clientId: ['auth', 'CLIENT_ID'], clientSecret: ['auth', 'CLIENT_SECRET'], scopes: ['auth', 'scopes'] }),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: {
      ...editorStyle,
      shown: '${env:NAME}, ${workspaceFolder}, ${workspaceFolderBasename}, ${userHome}, ${pathSeparator}',
      foreign: /^\$\{(?:workspaceFolder|workspaceFolderBasename|userHome|pathSeparator)\}$/,
    },
    fields: ['command', 'args', 'env', 'url', 'headers'],
  },
  unknownKeys: 'kept',
  reads: ['envFile'],
  merge: 'replace',
  priority: 50,
  behavior: { isDesktopApp: true },
  paste: {
    rank: 3,
    splitsCommand: true,
    linkSchemes: ['cursor'],
    linkPage: { host: 'cursor.com', path: /^(?:[a-z-]{2,10}\/)?(?:install-mcp|link\/mcp\/install)/i },
    jsonOption: { program: 'cursor' },
  },
});
