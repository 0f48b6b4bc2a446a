import { oauth, toolLists } from '../lenses/access.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { forRemote, limitedTimeout } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const droid = (): Client => ({
  id: 'droid',
  name: 'Factory Droid',
  docs: 'https://docs.factory.ai/cli/configuration/mcp',
  verified: { on: '2026-11-18', by: 'run', version: '0.215.0' },
  programs: ['droid'],
  locations: [
    {
      scope: 'user',
      paths: ['~/.factory/mcp.json'],
      format: 'jsonc',
      note: 'a trailing comma invalidates the file',
    },
    { scope: 'project', paths: ['.factory/mcp.json'], format: 'jsonc' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        // Without a type, an entry with a URL is read as a command.
        typed({ stdio: 'stdio', http: 'http', sse: 'sse' }, { required: 'with-url' }),
        ...same('command', 'args', 'url', 'headers', 'disabled'),
        ...forStdio(...same('env')),
        limitedTimeout('timeout', 'milliseconds', { max: 2_147_483 }),
        toolLists({ allow: 'enabledTools', deny: 'disabledTools' }),
        ...forRemote(
          oauth({
            clientId: ['oauth', 'clientId'],
            clientSecret: ['oauth', 'clientSecret'],
            scopes: ['oauth', 'scopes'],
          }),
        ),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  // A variable that is not set prevents the server from starting.
  references: { syntax: shellStyle({ fallback: true }), fields: ['env', 'headers'] },
  unknownKeys: 'kept',
  toolNames: 'unknown',
  ownKeys: ['connectTimeout'],
  ignores: { cwd: 'it starts servers in the project directory' },
  merge: 'replace',
  behavior: {
    onInvalidEntry: 'Factory Droid does not finish connecting to the other servers either',
    invalidEntryCosts: 'file',
    onUnsetVariable: 'stops',
  },
  paste: { addCommands: [{ programs: ['droid'] }] },
});
