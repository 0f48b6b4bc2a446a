import { toolLists } from '../lenses/access.ts';
import { same } from '../lenses/basic.ts';
import { plainEntry } from '../lenses/plain-entry.ts';
import { editorStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const windsurf = (): Client => ({
  id: 'windsurf',
  name: 'Windsurf',
  docs: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  verified: { on: '2026-11-15', by: 'docs' },
  programs: ['windsurf'],
  locations: [
    {
      scope: 'user',
      paths: ['~/.codeium/windsurf/mcp_config.json'],
      format: 'json',
      note: 'the plugin for JetBrains IDEs uses ~/.codeium/mcp_config.json',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      // A URL under `url` is read, but was reported not to connect.
      lenses: [...plainEntry('serverUrl'), ...same('disabled'), toolLists({ deny: 'disabledTools' })],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: { ...editorStyle, shown: '${env:NAME}, ${file:path}', foreign: /^\$\{file:/ },
    fields: ['command', 'args', 'env', 'url', 'headers'],
  },
  unknownKeys: 'kept',
  toolNames: 'unknown',
  merge: 'replace',
  priority: 50,
  // Its documentation, at the address above: 100 tools in total at any time.
  behavior: { isDesktopApp: true, mostTools: 100 },
  paste: { rank: 8, linkSchemes: ['windsurf'], jsonOption: { program: 'windsurf' } },
});
