import { firstOf } from '../lenses/basic.ts';
import { geminiOauth, geminiStyle } from '../lenses/gemini-style.ts';
import { httpKey, typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const geminiCli = (): Client => ({
  id: 'gemini-cli',
  name: 'Gemini CLI',
  docs: 'https://geminicli.com/docs/tools/mcp-server/',
  verified: { on: '2026-11-18', by: 'run', version: '0.61.0' },
  programs: ['gemini'],
  // System settings could be passed too, but must be owned by root.
  launch: {
    program: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    by: { kind: 'home', variable: 'GEMINI_CLI_HOME', file: '.gemini/settings.json' },
    below: ['project', 'managed'],
  },
  locations: [
    {
      scope: 'user',
      paths: ['~/.gemini/settings.json'],
      format: 'jsonc',
      note: 'a trailing comma invalidates the file',
    },
    { scope: 'project', paths: ['.gemini/settings.json'], format: 'jsonc' },
    {
      scope: 'managed',
      paths: {
        linux: ['/etc/gemini-cli/settings.json'],
        darwin: ['/Library/Application Support/GeminiCli/settings.json'],
        win32: ['C:/ProgramData/gemini-cli/settings.json'],
      },
      format: 'jsonc',
      note: 'not tested',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ http: 'http', sse: 'sse' }),
        // Its source, createUrlTransport: httpUrl counts, whatever url and type say.
        httpKey('httpUrl'),
        ...firstOf('url', ['httpUrl', 'url'], 'url'),
        ...geminiStyle(),
        ...geminiOauth(),
      ],
    },
  ],
  extension: {
    directory: '~/.gemini/extensions',
    skill: 'skills/plugboard/SKILL.md',
    manifest: { path: 'gemini-extension.json' },
  },
  transports: ['stdio', 'http', 'sse'],
  references: {
    // Its source, utils/envExpansion.ts, with dotenv-expand 12.0.3: whatever is between braces begins with a variable.
    syntax: { ...shellStyle({ fallback: true, bare: true }), alsoExpands: /\$(?:[A-Za-z_]\w*|\{[^{}]+\})/ },
  },
  // It connects, but prints a configuration error at every start.
  unknownKeys: 'rejected',
  // Its source, mcp-client.ts: an equal name, or one with arguments in parentheses.
  toolNames: 'whole',
  trusts: { trust: { truthy: true } },
  reads: ['tcp', 'extension', 'authProviderType', 'targetAudience', 'targetServiceAccount'],
  switches: [{ scopes: ['user', 'project', 'managed'], format: 'jsonc', at: ['mcp', 'excluded'] }],
  merge: 'replace',
  precedence: ['managed', 'project', 'user'],
  trust: 'trust the folder when Gemini CLI asks; until then even user servers are disabled',
  trustRecords: [
    {
      path: '~/.gemini/trustedFolders.json',
      format: 'jsonc',
      at: (project) => [project],
      means: ['TRUST_FOLDER', 'TRUST_PARENT'],
    },
  ],
  priority: 60,
  behavior: { onUnsetVariable: 'empty' },
  paste: {
    rank: 7,
    addCommands: [
      {
        programs: ['gemini', '@google/gemini-cli'],
        options: { '--include-tools': 'allow', '--exclude-tools': 'deny' },
        flags: { '--trust': 'nothing' },
      },
    ],
  },
});
