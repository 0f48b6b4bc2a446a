import { enabledSwitch, same } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const canonical = (): Client => ({
  id: 'canonical',
  name: 'Plugboard',
  docs: 'https://modelcontextprotocol.io/',
  verified: { on: '2026-11-15', by: 'run' },
  locations: [
    { scope: 'project', paths: ['plugboard.json'], format: 'jsonc' },
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/plugboard/plugboard.json'],
        darwin: ['~/.config/plugboard/plugboard.json'],
        win32: ['%APPDATA%/plugboard/plugboard.json'],
      },
      format: 'jsonc',
    },
  ],
  shapes: [
    {
      at: ['servers'],
      lenses: [
        ...same('transport'),
        typed({}, { alsoRead: { 'streamable-http': 'http', streamableHttp: 'http', local: 'stdio' } }),
        ...same('command', 'args', 'env', 'cwd', 'url', 'headers', 'disabled'),
        { ...enabledSwitch(), write() {} },
        ...same('timeout', 'retries', 'platforms', 'auth', 'tools', 'title', 'description'),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: shellStyle({ fallback: true }) },
  unknownKeys: 'kept',
  verbatim: true,
  merge: 'replace',
  priority: 100,
  behavior: { tellsToolNamesApart: true },
  paste: {
    addCommands: [
      {
        programs: ['plugboard', 'plug'],
        words: ['add'],
        options: {
          '--token': 'bearer',
          '--directory': 'directory',
          '--timeout': 'seconds',
          '--title': 'title',
          '--allow-tool': 'allow',
          '--deny-tool': 'deny',
          '--to': 'elsewhere',
        },
        flags: { '--overwrite': 'nothing', '--skip': 'nothing' },
      },
    ],
  },
});
