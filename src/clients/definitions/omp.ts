import { enabledSwitch, forStdio, same, timeout } from '../lenses/basic.ts';
import { forRemote } from '../lenses/conditions.ts';
import { markedOauth } from '../lenses/marked-oauth.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const omp = (): Client => ({
  id: 'omp',
  name: 'Oh My Pi',
  docs: 'https://github.com/can1357/oh-my-pi/blob/main/docs/mcp-config.md',
  verified: { on: '2026-11-18', by: 'run', version: '18.2.3' },
  programs: ['omp'],
  locations: [
    {
      scope: 'user',
      paths: ['~/.omp/agent/mcp.json', '~/.omp/agent/.mcp.json'],
      baseVariable: 'PI_CODING_AGENT_DIR',
      format: 'json',
      note: 'strict JSON; a named profile has it in ~/.omp/profiles/<name>/agent',
    },
    {
      scope: 'user',
      variant: 'home',
      paths: ['~/.omp/mcp.json'],
      format: 'json',
      note: 'used by earlier releases for user servers; entries in ~/.omp/agent take precedence',
    },
    { scope: 'project', paths: ['.omp/mcp.json', '.omp/.mcp.json'], format: 'json' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ http: 'http', sse: 'sse' }),
        ...same('command', 'args', 'cwd', 'url', 'headers'),
        ...forStdio(...same('env')),
        enabledSwitch(),
        timeout('timeout', 'milliseconds'),
        ...forRemote(
          markedOauth(
            { path: ['auth', 'type'], value: 'oauth' },
            {
              credentialId: ['auth', 'credentialId'],
              tokenUrl: ['auth', 'tokenUrl'],
              clientId: ['oauth', 'clientId'],
              clientSecret: ['oauth', 'clientSecret'],
              scopes: ['oauth', 'scope'],
              redirectUri: ['oauth', 'redirectUri'],
              callbackPort: ['oauth', 'callbackPort'],
            },
            { scopesAsText: true },
          ),
        ),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: shellStyle({ fallback: true }),
    fields: ['command', 'args', 'env', 'cwd', 'url', 'headers', 'auth'],
    bareNames: ['env', 'headers'],
    commands: { fields: ['env', 'headers'], write: (command) => `!${command}` },
  },
  unknownKeys: 'kept',
  // The tool lists are newer than the tested release.
  ownKeys: ['requestIdFormat', 'envPolicy', 'envLiteralKeys', 'headerPolicy', 'enabledTools', 'disabledTools'],
  switches: [{ scopes: ['user'], format: 'json', at: ['disabledServers'] }],
  merge: 'replace',
  names: { pattern: /^[A-Za-z0-9_.-]{1,100}$/ },
  priority: 90,
  behavior: { hasSingleToolPrefix: true },
});
