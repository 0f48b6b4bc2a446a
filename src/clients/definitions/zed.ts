import { oauth } from '../lenses/access.ts';
import { enabledSwitch, forStdio, renamed, same } from '../lenses/basic.ts';
import { forRemote, limitedTimeout, required } from '../lenses/conditions.ts';
import { untyped } from '../lenses/transport.ts';
import type { Client } from '../types.ts';

export const zed = (): Client => ({
  id: 'zed',
  name: 'Zed',
  docs: 'https://zed.dev/docs/ai/mcp',
  verified: { on: '2026-11-15', by: 'source' },
  programs: ['zed'],
  locations: [
    { scope: 'project', paths: ['.zed/settings.json'], format: 'jsonc' },
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/zed/settings.json'],
        darwin: ['~/.config/zed/settings.json'],
        win32: ['%APPDATA%/Zed/settings.json'],
      },
      format: 'jsonc',
    },
  ],
  shapes: [
    {
      at: ['context_servers'],
      // Other entries are settings of servers provided by extensions.
      isServer: (native) => Object.hasOwn(native, 'command') || Object.hasOwn(native, 'url'),
      lenses: [
        untyped(),
        ...same('command', 'url', 'headers'),
        // An entry without a list of arguments, which may be empty, is not loaded.
        ...forStdio(required('args', [], renamed('args', 'args')), ...same('env')),
        enabledSwitch(),
        limitedTimeout('timeout', 'seconds', { whole: true }),
        ...forRemote(oauth({ clientId: ['oauth', 'client_id'], clientSecret: ['oauth', 'client_secret'] })),
      ],
    },
  ],
  transports: ['stdio', 'http'],
  references: {},
  unknownKeys: 'kept',
  ownKeys: ['source', 'remote'],
  reads: ['settings'],
  merge: 'replace',
  trust: 'trust the project when Zed asks',
  behavior: { isDesktopApp: true },
  paste: { rank: 11 },
});
