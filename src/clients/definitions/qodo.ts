import { plainEntry } from '../lenses/plain-entry.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const qodo = (): Client => ({
  id: 'qodo',
  name: 'Qodo Command',
  docs: 'https://docs.qodo.ai/qodo-documentation/qodo-gen-cli',
  // Its package, dist/mcp/serversRegistry.js and MCPManager.js.
  verified: { on: '2026-11-18', by: 'run', version: '0.36.0' },
  programs: ['qodo'],
  locations: [
    {
      scope: 'project',
      paths: ['mcp.json'],
      format: 'json',
      ancestors: true,
      note: 'the nearest file up to the root of the repository; strict JSON',
    },
  ],
  shapes: [{ at: ['mcpServers'], lenses: plainEntry() }],
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: shellStyle({ fallback: false, bare: true }), fields: ['args', 'headers'] },
  unknownKeys: 'kept',
  merge: 'replace',
  // It does not start if a file defines one of its own servers.
  names: { reserved: ['filesystem', 'ripgrep', 'git', 'shell', 'gerrit', 'subagents'] },
  behavior: { onUnsetVariable: 'literal', triesBothTransports: true },
});
