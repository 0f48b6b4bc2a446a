import { isMap, type Value, valueAt } from '../../model/value.ts';
import { oauth } from '../lenses/access.ts';
import { disabledSwitch, enabledSwitch, same, timeout } from '../lenses/basic.ts';
import { openCodeOauth, openCodeStyle } from '../lenses/opencode-style.ts';
import { curlyStyle } from '../references.ts';
import type { Client, Lens } from '../types.ts';

const shared: Lens[] = [...openCodeStyle(), ...same('cwd', 'url', 'headers')];

/** The newer layout has servers one level deeper. A server named "servers" is recognized by its type. */
function isNested(root: Value | undefined): boolean {
  const servers = valueAt(root, ['mcp', 'servers']);
  return isMap(servers) && typeof servers['type'] !== 'string';
}

export const opencode = (): Client => ({
  id: 'opencode',
  name: 'OpenCode',
  docs: 'https://opencode.ai/docs/mcp-servers',
  verified: { on: '2026-11-18', by: 'run', version: '1.18.33' },
  programs: ['opencode'],
  launch: {
    program: 'opencode',
    install: 'npm install -g opencode-ai',
    by: { kind: 'variable', variable: 'OPENCODE_CONFIG' },
    below: ['project'],
  },
  locations: [
    {
      scope: 'project',
      paths: ['opencode.jsonc', 'opencode.json', '.opencode/opencode.jsonc', '.opencode/opencode.json'],
      format: 'jsonc',
    },
    {
      scope: 'user',
      paths: ['~/.config/opencode/opencode.jsonc', '~/.config/opencode/opencode.json'],
      format: 'jsonc',
    },
  ],
  shapes: [
    {
      at: ['mcp', 'servers'],
      matches: isNested,
      lenses: [
        ...shared,
        disabledSwitch(),
        oauth(
          {
            clientId: ['oauth', 'client_id'],
            clientSecret: ['oauth', 'client_secret'],
            scopes: ['oauth', 'scope'],
            callbackPort: ['oauth', 'callback_port'],
            redirectUri: ['oauth', 'redirect_uri'],
          },
          { scopesAsText: true },
        ),
      ],
    },
    {
      at: ['mcp'],
      lenses: [...shared, enabledSwitch({ obeysDisabled: true }), timeout('timeout', 'milliseconds'), openCodeOauth()],
    },
  ],
  extension: { directory: '~/.config/opencode/skills', skill: 'SKILL.md' },
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: curlyStyle },
  unknownKeys: 'kept',
  ownKeys: ['codemode', 'protocol', 'timeout', 'platforms'],
  reads: ['oauth'],
  ignores: { platforms: 'it starts the server on every system' },
  merge: 'fields',
  priority: 55,
  behavior: {
    onInvalidEntry: 'OpenCode does not start until this is fixed',
    invalidEntryCosts: 'everything',
    fileReference: /\{file:([^}]+)\}/g,
    onUnsetVariable: 'empty',
  },
  paste: { rank: 6, addCommands: [{ programs: ['opencode'] }] },
});
