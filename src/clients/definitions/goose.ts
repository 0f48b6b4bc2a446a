import { enabledSwitch, forStdio, renamed } from '../lenses/basic.ts';
import { limitedTimeout, required } from '../lenses/conditions.ts';
import { availableTools, description, variables } from '../lenses/goose.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const goose = (): Client => ({
  id: 'goose',
  name: 'Goose',
  docs: 'https://block.github.io/goose/docs/guides/config-files',
  verified: { on: '2026-11-15', by: 'source' },
  programs: ['goose'],
  locations: [
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/goose/config.yaml'],
        darwin: ['~/.config/goose/config.yaml'],
        win32: ['%APPDATA%/Block/goose/config/config.yaml'],
      },
      format: 'yaml',
    },
  ],
  shapes: [
    {
      at: ['extensions'],
      nameKey: 'name',
      // Other types are built-in extensions of Goose.
      isServer: ({ type }) => type === 'stdio' || type === 'streamable_http' || type === 'sse',
      // Goose skips an entry without type, switch or arguments.
      lenses: [
        typed({ stdio: 'stdio', http: 'streamable_http' }, { alsoRead: { sse: 'sse' }, required: 'always' }),
        description(),
        renamed('command', 'cmd'),
        ...forStdio(required('args', [], renamed('args', 'args'))),
        renamed('url', 'uri'),
        variables(),
        required('disabled', false, enabledSwitch()),
        limitedTimeout('timeout', 'seconds', { whole: true }),
        availableTools(),
      ],
    },
  ],
  transports: ['stdio', 'http'],
  references: { syntax: { ...shellStyle({ fallback: false }), shown: '${NAME}, $NAME' }, fields: ['headers'] },
  unknownKeys: 'kept',
  toolNames: 'whole',
  ownKeys: ['bundled', 'display_name'],
  merge: 'replace',
  names: { pattern: /^[^\sA-Z]+$/ },
  // Its source, config/base.rs: a variable of the environment takes precedence over a stored secret.
  behavior: { secretStore: 'the environment, else the system keychain or secrets.yaml beside its file' },
  paste: {
    rank: 10,
    transportWords: ['streamable_http'],
    linkSchemes: ['goose'],
    hasLinkParameters: true,
    startOptions: {
      program: 'goose',
      command: '--with-extension',
      http: '--with-streamable-http-extension',
      sse: '--with-remote-extension',
    },
  },
});
