import { because } from '../../model/diagnostics/loss.ts';
import { enabledSwitch, same, timeout } from '../lenses/basic.ts';
import { openCodeOauth, openCodeStyle } from '../lenses/opencode-style.ts';
import { curlyStyle } from '../references.ts';
import type { Client, Lens } from '../types.ts';

/** If a project file contains such a reference, Kilo ignores the whole file. */
const noBraces: Lens = {
  fields: [],
  keys: [],
  read() {},
  write(server, entry) {
    if (entry.scope !== 'user' && curlyStyle.alsoExpands?.test(JSON.stringify(server)))
      entry.refuse('env', because('file-would-be-rejected'));
  },
};

const names = (...folders: string[]): string[] =>
  folders.flatMap((folder) => [`${folder}kilo.jsonc`, `${folder}kilo.json`]);

export const kilo = (): Client => ({
  id: 'kilo',
  name: 'Kilo Code',
  docs: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  verified: { on: '2026-11-18', by: 'run', version: '7.7.7' },
  programs: ['kilo', 'kilocode'],
  launch: {
    program: 'kilo',
    install: 'npm install -g @kilocode/cli',
    by: { kind: 'variable', variable: 'KILO_CONFIG' },
    below: ['project'],
  },
  locations: [
    {
      scope: 'user',
      paths: [
        ...names('~/.config/kilo/'),
        '~/.config/kilo/config.json',
        '~/.config/kilo/opencode.jsonc',
        '~/.config/kilo/opencode.json',
      ],
      format: 'jsonc',
    },
    { scope: 'project', paths: names('', '.kilo/', '.kilocode/'), format: 'jsonc' },
  ],
  shapes: [
    {
      at: ['mcp'],
      lenses: [
        ...openCodeStyle(),
        ...same('url', 'headers'),
        enabledSwitch(),
        timeout('timeout', 'milliseconds'),
        openCodeOauth(),
        noBraces,
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: curlyStyle, scopes: ['user'] },
  unknownKeys: 'kept',
  ignores: { cwd: 'it starts servers in the project directory' },
  merge: 'fields',
  behavior: { onInvalidEntry: 'Kilo Code skips the whole file; only its log reports it', invalidEntryCosts: 'file' },
  paste: { addCommands: [{ programs: ['kilo'] }] },
});
