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
  verified: { on: '2026-11-18', by: 'run', version: '1.5.47' },
  programs: ['cn'],
  locations: [
    {
      scope: 'user',
      paths: ['~/.continue/config.yaml'],
      baseVariable: 'CONTINUE_GLOBAL_DIR',
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
  // `cn` 1.5.47 stops with "name: Required, version: Required"; the values are those of its own first file.
  newFile: { name: 'Local Config', version: '1.0.0', schema: 'v1' },
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: secrets },
  unknownKeys: 'kept',
  ownKeys: ['serverName', 'faviconUrl', 'sourceFile'],
  // Beside the headers: a proxy, certificates, and whether they are checked.
  reads: ['requestOptions'],
  merge: 'replace',
  behavior: {
    onInvalidEntry: 'Continue rejects the whole file until this is fixed',
    invalidEntryCosts: 'file',
    secretStore: '`.env` in ~/.continue, in .continue of the project, and in the project',
  },
  paste: { rank: 12 },
});
