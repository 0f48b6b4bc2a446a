import { oauth } from '../lenses/access.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { forRemote } from '../lenses/conditions.ts';
import { shellLine } from '../lenses/shell-line.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const auggie = (): Client => ({
  id: 'auggie',
  name: 'Auggie',
  docs: 'https://docs.augmentcode.com/cli/integrations',
  verified: { on: '2026-11-18', by: 'run', version: '0.36.0' },
  programs: ['auggie'],
  launch: {
    program: 'auggie',
    install: 'npm install -g @augmentcode/auggie',
    by: { kind: 'flag', flag: '--mcp-config', replaces: true },
    only: [],
  },
  locations: [
    { scope: 'user', paths: ['~/.augment/settings.json'], format: 'jsonc' },
    { scope: 'project', paths: ['.augment/settings.json'], format: 'jsonc' },
    { scope: 'local', paths: ['.augment/settings.local.json'], format: 'jsonc' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed({ http: 'http', sse: 'sse' }),
        shellLine(),
        ...same('cwd', 'url', 'headers', 'disabled'),
        ...forStdio(...same('env')),
        ...forRemote(oauth({ clientId: ['clientId'] })),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  // Headers are sent without expansion. A variable that is not set prevents the server from starting.
  references: { syntax: shellStyle({ fallback: true }), fields: ['command', 'args', 'env', 'cwd', 'url'] },
  unknownKeys: 'kept',
  ownKeys: ['timeout'],
  merge: 'replace',
  behavior: {
    onInvalidEntry: 'Auggie ignores all servers of the file until this is fixed',
    invalidEntryCosts: 'file',
    onUnsetVariable: 'stops',
  },
  paste: { addCommands: [{ programs: ['auggie'], flags: { '-r': 'nothing' } }] },
});
