import { oauth, toolLists } from '../lenses/access.ts';
import { same, timeout } from '../lenses/basic.ts';
import { forRemote, requireHttps } from '../lenses/conditions.ts';
import { plainEntry } from '../lenses/plain-entry.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const kiro = (): Client => ({
  id: 'kiro',
  name: 'Kiro',
  docs: 'https://kiro.dev/docs/mcp/configuration',
  verified: { on: '2026-11-15', by: 'docs' },
  programs: ['kiro'],
  locations: [
    { scope: 'project', paths: ['.kiro/settings/mcp.json'], format: 'json' },
    { scope: 'user', paths: ['~/.kiro/settings/mcp.json'], format: 'json' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        ...plainEntry(),
        requireHttps(),
        ...same('disabled'),
        timeout('timeout', 'milliseconds'),
        toolLists({ deny: 'disabledTools' }),
        ...forRemote(
          oauth({
            clientId: ['oauth', 'clientId'],
            clientSecret: ['oauth', 'clientSecret'],
            redirectUri: ['oauth', 'redirectUri'],
            scopes: ['oauthScopes'],
          }),
        ),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: shellStyle({ fallback: false }), fields: ['env', 'headers'] },
  unknownKeys: 'kept',
  toolNames: 'unknown',
  trusts: { autoApprove: {} },
  merge: 'replace',
  trust: 'approve the environment variables it refers to when Kiro asks',
  behavior: { isDesktopApp: true },
  paste: {
    rank: 16,
    linkSchemes: ['kiro'],
    linkPage: { host: 'kiro.dev', path: /^launch\/mcp\/add/i },
    jsonOption: { program: 'kiro' },
    addCommands: [{ programs: ['kiro-cli'], options: { '--args': 'comma-args', '--agent': 'elsewhere' } }],
  },
});
