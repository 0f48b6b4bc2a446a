import { renamed, same } from '../lenses/basic.ts';
import { plainEntry } from '../lenses/plain-entry.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const warp = (): Client => ({
  id: 'warp',
  name: 'Warp',
  docs: 'https://docs.warp.dev/agent-platform/capabilities/mcp',
  verified: { on: '2026-11-15', by: 'source' },
  locations: [
    { scope: 'project', paths: ['.warp/.mcp.json'], format: 'json' },
    { scope: 'user', paths: ['~/.warp/.mcp.json'], format: 'json' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [...plainEntry(), renamed('cwd', 'working_directory'), ...same('description')],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  // A variable that is not set prevents the server from starting, and so does any other text between `${` and `}`.
  references: { syntax: { ...shellStyle({ fallback: false }), alsoExpands: /\$\{[^}]+\}/ } },
  unknownKeys: 'kept',
  ownKeys: ['start_on_launch'],
  merge: 'replace',
  behavior: { isDesktopApp: true, onUnsetVariable: 'stops' },
});
