import { toolLists } from '../lenses/access.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { untyped } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const amp = (): Client => ({
  id: 'amp',
  name: 'Amp',
  docs: 'https://ampcode.com/manual#mcp',
  verified: { on: '2026-11-18', by: 'run', version: '0.0.1790142911-g7618fb' },
  programs: ['amp'],
  launch: {
    program: 'amp',
    install: 'npm install -g @sourcegraph/amp',
    by: { kind: 'flag', flag: '--mcp-config', once: true },
    at: [],
    strict: true,
  },
  locations: [
    { scope: 'user', paths: ['~/.config/amp/settings.json'], format: 'jsonc' },
    { scope: 'project', paths: ['.amp/settings.json'], format: 'jsonc' },
  ],
  shapes: [
    {
      // A single key that contains a dot.
      at: ['amp.mcpServers'],
      lenses: [
        untyped(),
        ...same('command', 'args', 'url', 'headers'),
        ...forStdio(...same('env')),
        toolLists({ allow: 'includeTools' }),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  // A reference with a default is not expanded.
  references: {
    syntax: shellStyle({ fallback: false }),
    fields: ['command', 'args', 'env', 'url', 'headers'],
  },
  unknownKeys: 'kept',
  // https://ampcode.com/news/lazy-load-mcp-with-skills: "tool names or glob patterns".
  toolNames: 'patterns',
  // It is unknown whether a timeout is supported, and in which unit.
  ownKeys: ['type', 'timeout'],
  reads: ['oauth'],
  ignores: { cwd: 'it starts servers in the project directory' },
  merge: 'replace',
  trust: 'approve the server: amp mcp approve <name>',
  paste: { rank: 17, addCommands: [{ programs: ['amp'], flags: { '--workspace': 'project' } }] },
});
