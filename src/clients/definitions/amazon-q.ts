import { oauth, toolLists } from '../lenses/access.ts';
import { forStdio, same, timeout } from '../lenses/basic.ts';
import { forRemote } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { editorStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const amazonQ = (): Client => ({
  id: 'amazon-q',
  name: 'Amazon Q Developer CLI',
  docs: 'https://github.com/aws/amazon-q-developer-cli/blob/main/docs/agent-format.md',
  verified: { on: '2026-11-15', by: 'source' },
  programs: ['q'],
  locations: [
    {
      scope: 'project',
      paths: ['.amazonq/mcp.json'],
      format: 'json',
      note: 'used by agents that have useLegacyMcpJson on',
    },
    {
      scope: 'user',
      paths: ['~/.aws/amazonq/mcp.json'],
      format: 'json',
      note: 'used by agents that have useLegacyMcpJson on',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ http: 'http' }, { alsoRead: { stdio: 'stdio' } }),
        ...same('command', 'args', 'url', 'headers', 'disabled'),
        ...forStdio(...same('env')),
        timeout('timeout', 'milliseconds'),
        toolLists({ deny: 'disabledTools' }),
        ...forRemote(oauth({ redirectUri: ['oauth', 'redirectUri'], scopes: ['oauth', 'oauthScopes'] })),
      ],
    },
  ],
  transports: ['stdio', 'http'],
  references: { syntax: editorStyle, fields: ['env', 'headers'] },
  unknownKeys: 'kept',
  toolNames: 'unknown',
  // Former key of the scopes.
  ownKeys: ['oauthScopes'],
  merge: 'replace',
  paste: { addCommands: [{ programs: ['q'], options: { '--args': 'comma-args', '--agent': 'elsewhere' } }] },
});
