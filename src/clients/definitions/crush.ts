import { toolLists } from '../lenses/access.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { forRemote, limitedTimeout } from '../lenses/conditions.ts';
import { markedOauth } from '../lenses/marked-oauth.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client, ReferenceSyntax } from '../types.ts';

const shell = shellStyle({ fallback: true, bare: true });

/** It expands values with a shell, so commands are references too. */
const crushStyle: ReferenceSyntax = {
  ...shell,
  shown: `${shell.shown}, $(command)`,
  read(text) {
    const command = /^\$\(([^()]*)\)$/.exec(text)?.[1];
    return command === undefined ? shell.read(text) : `!${command}`;
  },
  alsoExpands: /\$[A-Za-z_({]|`/,
};

const expanded = ['command', 'args', 'env', 'url', 'headers'];

export const crush = (): Client => ({
  id: 'crush',
  name: 'Crush',
  docs: 'https://github.com/charmbracelet/crush/blob/main/docs/config/README.md',
  verified: { on: '2026-11-15', by: 'source' },
  programs: ['crush'],
  locations: [
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/crush/crush.json'],
        darwin: ['~/.config/crush/crush.json'],
        win32: ['~/.config/crush/crush.json', '%LOCALAPPDATA%/crush/crush.json'],
      },
      baseVariable: 'CRUSH_GLOBAL_CONFIG',
      format: 'json',
      note: 'a crushrc next to it takes precedence',
    },
    {
      scope: 'project',
      paths: ['crush.json', '.crush.json'],
      format: 'json',
      note: 'a crushrc next to it takes precedence',
    },
  ],
  shapes: [
    {
      at: ['mcp'],
      lenses: [
        typed({ stdio: 'stdio', http: 'http', sse: 'sse' }, { required: 'always' }),
        ...same('command', 'args', 'url', 'headers', 'disabled'),
        ...forStdio(...same('env')),
        limitedTimeout('timeout', 'seconds', { whole: true }),
        toolLists({ allow: 'enabled_tools', deny: 'disabled_tools' }),
        ...forRemote(
          markedOauth(
            { path: ['oauth'], value: true },
            {
              clientId: ['oauth_client_id'],
              clientSecret: ['oauth_client_secret'],
              callbackPort: ['oauth_callback_port'],
            },
          ),
        ),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: crushStyle,
    fields: expanded,
    commands: { fields: expanded, write: (command) => `$(${command})` },
  },
  unknownKeys: 'rejected',
  toolNames: 'whole',
  ownKeys: ['sessionless'],
  merge: 'fields',
  paste: { rank: 13 },
});
