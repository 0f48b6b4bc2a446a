import { oauth } from '../lenses/access.ts';
import { firstOf, same } from '../lenses/basic.ts';
import { forRemote } from '../lenses/conditions.ts';
import { geminiStyle } from '../lenses/gemini-style.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const qoder = (): Client => ({
  id: 'qoder',
  name: 'Qoder CLI',
  docs: 'https://docs.qoder.com/cli/mcp-reference',
  verified: { on: '2026-11-18', by: 'run', version: '1.1.52' },
  programs: ['qodercli', 'qoder'],
  launch: {
    program: 'qodercli',
    install: 'npm install -g @qoder-ai/qodercli',
    by: { kind: 'flag', flag: '--mcp-config' },
    only: ['--strict-mcp-config'],
  },
  locations: [
    {
      scope: 'user',
      paths: ['~/.qoder/settings.json'],
      format: 'jsonc',
      note: 'a trailing comma invalidates the file',
    },
    {
      scope: 'project',
      paths: ['.mcp.json'],
      format: 'jsonc',
      note: 'other clients read it too, and some of them reject the whole file if it has a comment',
    },
    { scope: 'local', paths: ['.qoder/settings.local.json'], format: 'jsonc' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ http: 'http', sse: 'sse' }, { alsoRead: { 'streamable-http': 'http' } }),
        ...firstOf('url', ['url', 'httpUrl']),
        ...geminiStyle(),
        ...same('disabled'),
        ...forRemote(oauth({ clientId: ['oauth', 'clientId'], callbackPort: ['oauth', 'callbackPort'] })),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: shellStyle({ fallback: true, bare: true }),
    fields: ['command', 'args', 'env', 'cwd', 'url', 'headers'],
    fieldsIn: { project: ['env', 'url', 'headers'] },
  },
  unknownKeys: 'kept',
  toolNames: 'unknown',
  // Two of these belong to other clients of the project file, which drop the entry if the value has another form.
  ownKeys: ['alwaysLoad'],
  executes: { headersHelper: 'line' },
  // It is not known what else overrides of tools can say.
  trusts: { alwaysAllow: {}, trust: { truthy: true }, toolOverrides: {}, tools: { listsTools: true } },
  reads: ['auth', 'authProviderType', 'qoder_url', 'tcp'],
  merge: 'replace',
  paste: { addCommands: [{ programs: ['qodercli'] }] },
});
