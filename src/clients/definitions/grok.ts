import { headersByVariable, oauth } from '../lenses/access.ts';
import { enabledSwitch, forStdio, same } from '../lenses/basic.ts';
import { forRemote, limitedTimeout } from '../lenses/conditions.ts';
import { typed, untyped } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const grok = (): Client => ({
  id: 'grok',
  name: 'Grok Build',
  docs: 'https://docs.x.ai/build/features/mcp-servers',
  verified: { on: '2026-11-18', by: 'run', version: '1.0.41' },
  programs: ['grok'],
  locations: [
    { scope: 'user', paths: ['~/.grok/config.toml'], baseVariable: 'GROK_HOME', format: 'toml' },
    { scope: 'project', paths: ['.grok/config.toml'], format: 'toml' },
  ],
  shapes: [
    {
      at: ['mcp_servers'],
      lenses: [
        untyped(),
        typed({}),
        ...same('command', 'args', 'url'),
        ...forStdio(...same('env')),
        ...forRemote(headersByVariable({ literal: 'headers', bearer: 'bearer_token_env_var' })),
        enabledSwitch(),
        // A fraction makes it reject every server of the file.
        limitedTimeout('tool_timeout_sec', 'seconds', { whole: true }),
        ...forRemote(oauth({ clientId: ['oauth_client_id'], scopes: ['oauth_scopes'] })),
      ],
    },
  ],
  // It accepts `type = "sse"`, but cannot connect to such servers.
  transports: ['stdio', 'http'],
  references: {
    syntax: shellStyle({ fallback: true, bare: true }),
    fields: ['command', 'args', 'env', 'url', 'headers'],
  },
  unknownKeys: 'kept',
  ownKeys: ['startup_timeout_sec', 'tool_timeouts', 'expose_image_base64'],
  reads: [
    'oauth',
    'oauth_client_secret_env_var',
    // Choices of the person, and the variables that follow from them.
    'setup',
    'urlTemplate',
    'url_template',
    'http_headers',
    'env_http_headers',
  ],
  ignores: {
    cwd: 'it starts servers in the project directory',
    http_headers: 'it knows only headers',
    env_http_headers: 'it knows only headers',
  },
  // It starts servers with other names, but drops their tools.
  names: { pattern: /^[A-Za-z_][A-Za-z0-9_-]*$/ },
  switches: [{ scopes: ['user'], format: 'toml', at: ['disabled_mcp_servers'] }],
  merge: 'replace',
  trust: 'trust the folder: grok --trust',
  behavior: { onUnsetVariable: 'literal' },
  paste: { addCommands: [{ programs: ['grok'] }] },
});
