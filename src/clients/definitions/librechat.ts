import { oauth } from '../lenses/access.ts';
import { forStdio, renamed, same, timeout } from '../lenses/basic.ts';
import { forRemote, matchingText, required } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const librechat = (): Client => ({
  id: 'librechat',
  name: 'LibreChat',
  docs: 'https://www.librechat.ai/docs/configuration/librechat_yaml/object_structure/mcp_servers',
  // Its repository: packages/data-provider/src/mcp.ts, packages/api/src/utils/env.ts, loadCustomConfig.js.
  verified: { on: '2026-11-18', by: 'source' },
  locations: [
    {
      scope: 'project',
      paths: ['librechat.yaml'],
      format: 'yaml',
      note: 'in the directory of the installation; CONFIG_PATH names another file',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ stdio: 'stdio', http: 'streamable-http', sse: 'sse' }, { bareUrl: 'sse', alsoRead: { http: 'http' } }),
        ...same('command'),
        ...forStdio(required('args', [], renamed('args', 'args')), ...same('env')),
        ...same('url', 'headers', 'description'),
        matchingText('title', /^[a-zA-Z0-9 ]+$/),
        timeout('timeout', 'milliseconds'),
        ...forRemote(
          oauth(
            {
              clientId: ['oauth', 'client_id'],
              clientSecret: ['oauth', 'client_secret'],
              scopes: ['oauth', 'scope'],
              redirectUri: ['oauth', 'redirect_uri'],
              authorizationUrl: ['oauth', 'authorization_url'],
              tokenUrl: ['oauth', 'token_url'],
            },
            { scopesAsText: true },
          ),
        ),
      ],
    },
  ],
  // The schema in librechat-data-provider 0.8.524 requires a text; the value is its own current version.
  newFile: { version: '1.3.17' },
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: shellStyle({ fallback: false }),
    fields: ['args', 'env', 'url', 'headers', 'auth'],
  },
  unknownKeys: 'kept',
  ownKeys: ['startup', 'initTimeout', 'sseReadTimeout', 'chatMenu', 'requiresOAuth', 'stderr'],
  reads: ['iconPath', 'serverInstructions', 'oauth_headers', 'apiKey', 'obo', 'customUserVars'],
  merge: 'replace',
  behavior: {
    onInvalidEntry: 'LibreChat ignores the whole file until this is fixed',
    invalidEntryCosts: 'file',
    onUnsetVariable: 'literal',
  },
});
