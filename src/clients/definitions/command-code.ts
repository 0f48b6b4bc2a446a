import { oauth } from '../lenses/access.ts';
import { enabledSwitch, forStdio, same } from '../lenses/basic.ts';
import { forRemote } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const commandCode = (): Client => ({
  id: 'command-code',
  name: 'Command Code',
  docs: 'https://commandcode.ai/docs/mcp',
  // Its package, dist/cli.mjs.
  verified: { on: '2026-11-18', by: 'run', version: '1.64.0' },
  programs: ['command-code', 'commandcode'],
  locations: [
    {
      scope: 'user',
      paths: ['~/.commandcode/mcp.json'],
      format: 'json',
      note: 'servers for you in one project are in ~/.commandcode/projects/<project>/mcp.json and take precedence',
    },
    { scope: 'project', paths: ['.mcp.json'], format: 'json', note: 'other clients read it too' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        // Other clients that read the project file know only `type`.
        typed({ stdio: 'stdio', http: 'http' }, { alsoKeys: ['transport'] }),
        ...same('command', 'args', 'url', 'headers'),
        ...forStdio(...same('env')),
        enabledSwitch(),
        ...forRemote(
          oauth({
            clientId: ['oauth', 'clientId'],
            clientSecret: ['oauth', 'clientSecret'],
            scopes: ['oauth', 'scopes'],
            authorizationUrl: ['oauth', 'authorizationUrl'],
            tokenUrl: ['oauth', 'tokenUrl'],
          }),
        ),
      ],
    },
  ],
  transports: ['stdio', 'http'],
  references: { syntax: shellStyle({ fallback: true }), fields: ['env', 'headers'] },
  unknownKeys: 'kept',
  merge: 'replace',
  behavior: { onInvalidEntry: 'Command Code skips the server without a message', onUnsetVariable: 'stops' },
});
