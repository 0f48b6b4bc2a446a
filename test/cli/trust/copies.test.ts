import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Scene, scene, tryAll } from './support.ts';

/** Each way in which a definition can be moved out of a project, as command lines one after another. */
const ways: readonly (readonly [what: string, name: string, lines: readonly (readonly string[])[]])[] = [
  ['import of everything', 'evil', [['import']]],
  ['import of a client', 'evil', [['import', 'mcp-json:project', '--yes']]],
  ['import of a file', 'evil', [['import', '.mcp.json']]],
  ['import without secrets', 'evil', [['import', '.mcp.json', '--no-secrets']]],
  ['copy', 'evil', [['copy', 'evil', '--from', 'mcp-json:project', '--to', 'catalog:user', '--yes']]],
  ['copy and move', 'evil', [['copy', 'evil', '--from', 'mcp-json:project', '--to', 'catalog:user', '--move']]],
  ['clone of a copy', 'evil2', [['import'], ['clone', 'evil', 'evil2']]],
  ['rename of a copy', 'evil2', [['import'], ['rename', 'evil', 'evil2']]],
  ['edit of a copy', 'evil', [['import'], ['edit', 'evil', '--set', 'env.MORE=1', '--set', 'timeout=5']]],
  ['off and on again', 'evil', [['import'], ['disable', 'evil'], ['enable', 'evil']]],
  ['undo and redo', 'evil', [['import'], ['remove', 'evil'], ['undo', '--yes']]],
  [
    'a set, then import',
    'evil',
    [
      ['sets', 'create', 'kept', 'evil'],
      ['import', '~/.claude/mcp-configs/kept.json'],
    ],
  ],
  [
    'a set of a set',
    'evil',
    [
      ['sets', 'create', 'one', 'evil'],
      ['sets', 'create', 'kept', 'one/evil'],
    ],
  ],
  [
    'a set that grows',
    'evil',
    [
      ['sets', 'create', 'kept'],
      ['sets', 'add', 'kept', 'evil'],
    ],
  ],
  [
    'export, then import',
    'evil',
    [
      ['export', '--from', 'mcp-json', '-o', '../out.json'],
      ['import', '../out.json'],
    ],
  ],
  [
    'export in other words',
    'evil',
    [
      ['export', '--from', 'mcp-json', '--as', 'codex', '-o', '../out.toml'],
      ['import', '../out.toml'],
    ],
  ],
  [
    'export of a copy',
    'evil',
    [
      ['import'],
      ['remove', 'evil'],
      ['undo', '--yes'],
      ['export', '-o', '../out.json'],
      ['import', '../out.json', '--rename'],
    ],
  ],
  ['connect --replace', 'evil', [['connect', 'claude-code:project', '--replace', '--yes']]],
];

describe.each(ways)('a server of a project, after %s', (_, name, lines) => {
  it('is started by nothing', () => {
    const here = scene();
    // Entries of a project start the installed Plugboard by its name.
    for (const program of ['~/bin/plugboard', '~/bin/plugboard.cmd']) {
      here.write(program, '');
      chmodSync(here.path(program), 0o755);
    }
    const env = { PATH: here.path('~/bin') };
    for (const line of lines) {
      const words = line.map((word) => word.replace(/^~/, here.path('~/')));
      expect({ words, code: here.run(words, { env }).code }).toEqual({ words, code: 0 });
    }
    // Where it came from is gone: what is left is the copy.
    here.write('.mcp.json', '{}');
    tryAll(here, name);
    expect(here.started()).toBe(false);
  });
});

describe('a text that is piped', () => {
  it.each([
    ['printed by export', (here: Scene) => here.run(['export', '--from', 'mcp-json']).stdout],
    [
      'printed by translate',
      (here: Scene) => here.run(['translate', '.mcp.json', '--from', 'mcp-json', '--to', 'cursor']).stdout,
    ],
    ['of the file itself', (here: Scene) => here.read('.mcp.json')],
  ])('%s stays unapproved', (_, textOf) => {
    for (const command of ['import', 'add']) {
      const here = scene();
      const text = textOf(here).replaceAll('HOME', here.path('~/').replace(/\/$/, ''));
      expect(here.run([command, '-'], { input: text })).toMatchObject({ code: 0 });
      here.write('.mcp.json', '{}');
      tryAll(here, 'evil');
      expect(here.started()).toBe(false);
    }
  });
});

describe('a file of a client that starts it without asking', () => {
  const lines = [
    ['copy', 'evil', '--from', 'mcp-json:project', '--to', 'cursor'],
    ['import', '.mcp.json', '--to', 'codex'],
    ['run', '--servers', 'mcp-json:project/evil', '--dry-run'],
  ];

  it.each(lines)('is not written by %s %s %s without approval', (...line) => {
    for (const flags of [[], ['--yes'], ['--no-input']]) {
      const here = scene();
      const { code, errors } = here.ask([...line, ...flags]);
      expect({ code, errors: errors.map((one) => one.code) }).toEqual({ code: 1, errors: ['approval-needed'] });
      expect(Object.keys(here.files())).toEqual(['.mcp.json']);
    }
  });

  it.each(lines)('is written by the command that %s %s %s prints', (...line) => {
    const here = scene();
    const { stderr } = here.run(line);
    const printed = /plugboard (.*--approve [\da-f]{64}.*)$/m.exec(stderr)?.[1]?.split(' ') ?? [];
    expect(printed).toContain('--approve');
    const again = here.run(printed);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toContain('runs ');
    const short = printed.map((word) => (/^[\da-f]{64}$/.test(word) ? word.slice(0, 15) : word));
    expect(scene().run(short).code).toBe(4);
  });

  it('gets what was approved where it comes from', () => {
    const here = scene();
    const [pending] = here.ask<{ pending: { fingerprint: string }[] }>(['approve']).data.pending;
    expect(here.run(['approve', pending?.fingerprint ?? '']).code).toBe(0);
    expect(here.run(['copy', 'evil', '--from', 'mcp-json:project', '--to', 'cursor']).code).toBe(0);
    expect(here.read('~/.cursor/mcp.json')).toContain('evil');
  });
});

it('is started by all of this once it is approved', () => {
  const here = scene();
  expect(here.run(['import']).code).toBe(0);
  const [pending] = here.ask<{ pending: { fingerprint: string }[] }>(['approve']).data.pending;
  expect(here.run(['approve', pending?.fingerprint ?? '']).code).toBe(0);
  here.write('.mcp.json', '{}');
  tryAll(here, 'evil');
  expect(here.started()).toBe(true);
});

it("leaves a person's own definition alone that a project has too", () => {
  const here = scene();
  here.write('~/.cursor/mcp.json', here.read('.mcp.json'));
  expect(here.run(['import']).code).toBe(0);
  here.write('.mcp.json', '{}');
  here.run(['test', 'evil']);
  expect(here.started()).toBe(true);
});
