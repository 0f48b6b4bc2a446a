import { oauth } from '../lenses/access.ts';
import { firstOf, forStdio, same } from '../lenses/basic.ts';
import { commandText } from '../lenses/command-text.ts';
import { forRemote, oneToolList } from '../lenses/conditions.ts';
import { untyped } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const mcporter = (): Client => ({
  id: 'mcporter',
  name: 'mcporter',
  docs: 'https://github.com/openclaw/mcporter/blob/main/docs/config.md',
  verified: { on: '2026-11-18', by: 'run', version: '0.12.3' },
  programs: ['mcporter'],
  locations: [
    { scope: 'project', paths: ['config/mcporter.json'], format: 'jsonc' },
    {
      scope: 'user',
      paths: ['~/.mcporter/mcporter.json', '~/.mcporter/mcporter.jsonc'],
      format: 'jsonc',
      note: 'in $XDG_CONFIG_HOME/mcporter when that variable is set; MCPORTER_CONFIG names another file',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        untyped(),
        commandText(),
        ...forStdio(...same('env', 'cwd')),
        ...firstOf('url', ['baseUrl', 'base_url', 'url', 'serverUrl', 'server_url']),
        ...same('headers', 'description'),
        oneToolList({ allow: 'allowedTools', deny: 'blockedTools' }),
        ...forRemote(
          oauth(
            {
              clientId: ['oauthClientId'],
              clientSecret: ['oauthClientSecret'],
              scopes: ['oauthScope'],
              redirectUri: ['oauthRedirectUrl'],
            },
            { scopesAsText: true, marker: ['auth', 'oauth'] },
          ),
        ),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: {
      ...shellStyle({ fallback: true }),
      shown: '${NAME}, ${NAME:-default}, $env:NAME',
      read: (text) => text.replaceAll(/\$env:([A-Za-z_][A-Za-z0-9_]*)/g, (_, name: string) => `\${${name}}`),
      // Its source, env.ts, resolveEnvValue: what follows the name is a default, after `:-`, `:`, `-` or nothing.
      alsoExpands: /\$env:\w|^\$\{[A-Za-z_][^}]*\}$/,
    },
  },
  unknownKeys: 'kept',
  // Its docs/config.md: "exact-name allowlist".
  toolNames: 'whole',
  ownKeys: ['clientName', 'client_name', 'oauthTokenEndpointAuthMethod', 'lifecycle', 'logging'],
  executes: { executable: 'line', oauthCommand: 'arguments', oauth_command: 'arguments' },
  reads: [
    'tokenCacheDir',
    'token_cache_dir',
    'oauthClientSecretEnv',
    'oauth_client_secret_env',
    'bearerToken',
    'bearer_token',
    'bearerTokenEnv',
    'bearer_token_env',
    'refresh',
  ],
  merge: 'replace',
  behavior: {
    onInvalidEntry: 'every command of mcporter fails until this is fixed',
    invalidEntryCosts: 'everything',
  },
  paste: {
    addCommands: [
      {
        programs: ['mcporter'],
        words: ['config', 'add'],
        options: { '--arg': 'args', '--stdio': 'command', '--http-url': 'url', '--sse-url': 'url' },
        flags: { '--dry-run': 'nothing', '--persist': 'nothing' },
      },
    ],
  },
});
