import { forStdio, same } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import type { Client } from '../types.ts';

export const jetbrainsAir = (): Client => ({
  id: 'jetbrains-air',
  name: 'JetBrains Air',
  docs: 'https://www.jetbrains.com/help/air/mcp-servers.html',
  verified: { on: '2026-11-15', by: 'docs' },
  locations: [
    { scope: 'project', paths: ['.air/mcp.json'], format: 'json' },
    {
      scope: 'project',
      variant: 'workspace',
      paths: ['.mcp.json'],
      format: 'json',
      note: 'shared with other clients; used when "Launch workspace MCP servers" is on',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ stdio: 'stdio', http: 'http' }, { alsoRead: { 'streamable-http': 'http', sse: 'sse' } }),
        ...same('command', 'args', 'url', 'headers'),
        ...forStdio(...same('env')),
      ],
    },
  ],
  transports: ['stdio', 'http'],
  references: {},
  unknownKeys: 'kept',
  merge: 'replace',
  trust: 'turn on "Launch workspace MCP servers" in the settings for servers of .mcp.json',
  behavior: { isDesktopApp: true },
});
