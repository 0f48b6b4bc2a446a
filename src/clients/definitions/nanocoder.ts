import { forStdio, same } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const nanocoder = (): Client => ({
  id: 'nanocoder',
  name: 'Nanocoder',
  docs: 'https://github.com/Nano-Collective/nanocoder',
  // Its package, dist/config/mcp-config-loader.js and dist/mcp/transport-factory.js.
  verified: { on: '2026-11-18', by: 'run', version: '1.30.0' },
  programs: ['nanocoder'],
  locations: [
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/nanocoder/.mcp.json'],
        darwin: ['~/Library/Preferences/nanocoder/.mcp.json'],
        win32: ['%APPDATA%/nanocoder/.mcp.json'],
      },
      baseVariable: 'NANOCODER_CONFIG_DIR',
      format: 'json',
      note: 'it also reads .mcp.json of a project, but skips entries without the key transport, which no other client writes',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        // It does not guess the transport, and has no other word for it.
        typed({ stdio: 'stdio', http: 'http' }, { key: 'transport', required: 'always' }),
        ...same('command', 'args', 'url', 'headers', 'description'),
        ...forStdio(...same('env')),
      ],
    },
  ],
  transports: ['stdio', 'http'],
  references: {
    syntax: {
      ...shellStyle({ fallback: true, bare: true }),
      names: /^[A-Z_][A-Z0-9_]*$/,
      read: (text) => text.replaceAll(/\$([A-Z_][A-Z0-9_]*)/g, (_, name: string) => `\${${name}}`),
      alsoExpands: /\$[A-Z_][A-Z0-9_]*/,
    },
  },
  unknownKeys: 'kept',
  // `enabled` is read, but version 1.30.0 starts the server whatever it says.
  ownKeys: ['enabled', 'tags', 'timeout'],
  trusts: { alwaysAllow: {} },
  merge: 'replace',
  behavior: { onUnsetVariable: 'empty' },
});
