import { headersByVariable, toolLists } from '../lenses/access.ts';
import { enabledSwitch, forStdio, same } from '../lenses/basic.ts';
import { forRemote, limitedTimeout } from '../lenses/conditions.ts';
import { markedOauth } from '../lenses/marked-oauth.ts';
import { typed } from '../lenses/transport.ts';
import type { Client } from '../types.ts';

export const kimiCode = (): Client => ({
  id: 'kimi-code',
  name: 'Kimi Code',
  docs: 'https://moonshotai.github.io/kimi-code/en/customization/mcp.html',
  verified: { on: '2026-11-18', by: 'run', version: '2.1.0' },
  programs: ['kimi'],
  locations: [
    { scope: 'user', paths: ['~/.kimi-code/mcp.json'], baseVariable: 'KIMI_CODE_HOME', format: 'json' },
    { scope: 'project', paths: ['.kimi-code/mcp.json'], format: 'json' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ http: 'http', sse: 'sse' }, { key: 'transport' }),
        ...same('command', 'args', 'cwd', 'url'),
        ...forStdio(...same('env')),
        headersByVariable({ literal: 'headers', bearer: 'bearerTokenEnvVar' }),
        enabledSwitch(),
        limitedTimeout('toolTimeoutMs', 'milliseconds', { max: 2_147_483 }),
        toolLists({ allow: 'enabledTools', deny: 'disabledTools' }),
        ...forRemote(markedOauth({ path: ['auth'], value: 'oauth' }, {})),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {},
  unknownKeys: 'kept',
  toolNames: 'whole',
  ownKeys: ['startupTimeoutMs', 'executor'],
  merge: 'replace',
  trust: 'trust the folder when Kimi Code asks',
  behavior: { onInvalidEntry: 'Kimi Code uses no server of the file until this is fixed', invalidEntryCosts: 'file' },
  paste: { rank: 18, addCommands: [{ programs: ['kimi'], options: { '-a': 'auth', '--auth': 'auth' } }] },
});
