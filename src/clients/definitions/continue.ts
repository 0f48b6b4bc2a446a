import { forStdio, renamed, same, timeout } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import type { Client, ReferenceSyntax } from '../types.ts';

/** A secret that Continue reads from the `.env` files next to its configuration. */
const secrets: ReferenceSyntax = {
  shown: '${{ secrets.NAME }}',
  fallback: false,
  write: (name) => `\${{ secrets.${name} }}`,
  read: (text) =>
    text.replaceAll(/\$\{\{\s*secrets\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g, (_, name: string) => `\${${name}}`),
  alsoExpands: /\$\{\{[^}]*\}\}/,
};

export const continueClient = (): Client => ({
  id: 'continue',
  name: 'Continue',
  docs: 'https://docs.continue.dev/customize/deep-dives/mcp',
  verified: { on: '2026-11-15', by: 'source' },
  programs: ['cn'],
  locations: [
    {
      scope: 'user',
      paths: ['~/.continue/config.yaml'],
      format: 'yaml',
      note: 'files in .continue/mcpServers of a project are read too',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      listBy: 'name',
      lenses: [
        typed({ http: 'streamable-http', sse: 'sse' }, { alsoRead: { stdio: 'stdio' } }),
        ...same('command', 'args', 'cwd', 'url'),
        ...forStdio(...same('env')),
        renamed('headers', ['requestOptions', 'headers']),
        timeout('connectionTimeout', 'milliseconds'),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: secrets },
  unknownKeys: 'kept',
  ownKeys: ['serverName', 'faviconUrl', 'sourceFile'],
  merge: 'replace',
  behavior: { secretStore: '`.env` in ~/.continue, in .continue of the project, and in the project' },
  paste: { rank: 12 },
});
