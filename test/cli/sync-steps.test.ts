import { describe, expect, it } from 'vitest';
import { catalog, machine, type Machine } from './support/machine.ts';

const files = {
  cursor: '~/.cursor/mcp.json',
  'claude-code': '~/.claude.json',
  'gemini-cli': '~/.gemini/settings.json',
} as const;
type Place = keyof typeof files | 'catalog';

/** A server in sync in three clients, whose level is then edited in some places. */
function edited(levels: Readonly<Partial<Record<Place, string>>>): Machine {
  const git = { command: 'uvx', env: { LEVEL: 'old', OTHER: 'x' }, targets: Object.keys(files) };
  const here = machine({ [catalog]: JSON.stringify({ servers: { git } }) });
  expect(here.run(['sync', '--yes']).code).toBe(0);
  for (const [place, level] of Object.entries(levels)) {
    const file = place === 'catalog' ? catalog : files[place as keyof typeof files];
    here.write(file, here.read(file).replace('"old"', JSON.stringify(level)));
  }
  return here;
}

/** The commands that a sync proposes, without the one for a terminal. */
function stepsIn({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string[][] {
  const found = `${stdout}\n${stderr}`.matchAll(/plugboard (sync(?: (?!or\b)[\w:-]+)+)/g);
  return [...found].map(([, line = '']) => line.split(' '));
}

const scenes: Readonly<Record<string, Readonly<Partial<Record<Place, string>>>>> = {
  'one client': { cursor: 'a' },
  'two clients': { cursor: 'a', 'claude-code': 'b' },
  'two clients, in the same way': { cursor: 'a', 'claude-code': 'a' },
  'three clients': { cursor: 'a', 'claude-code': 'b', 'gemini-cli': 'c' },
  'the catalog and a client': { catalog: 'z', cursor: 'a' },
  'the catalog and two clients': { catalog: 'z', cursor: 'a', 'claude-code': 'b' },
  'the catalog and all clients': { catalog: 'z', cursor: 'a', 'claude-code': 'b', 'gemini-cli': 'c' },
};

describe.each(Object.entries(scenes))('the steps that a sync prints after edits of %s', (_, levels) => {
  it.each([
    ['the first', 0],
    ['the last', -1],
  ])('lead to a synced state when %s one is typed each time', (__, choice) => {
    const here = edited(levels);
    const typed: string[][] = [];
    for (let next: string[] | undefined = ['sync']; next && typed.length < 10;) {
      typed.push(next);
      const ended = here.run([...next, '--yes']);
      const steps = stepsIn(ended);
      next = steps.at(choice);
      if (ended.code === 0 && !next && typed.length > 1)
        next = here.run(['sync', '--check']).code === 0 ? undefined : ['sync'];
    }
    expect([typed, here.run(['sync', '--check']).code]).toEqual([typed, 0]);
    expect(typed.length).toBeLessThan(8);
  });
});

it('never proposes what contradicts again', () => {
  const here = edited({ cursor: 'a', 'claude-code': 'b' });
  const pulled = here.run(['sync', '--pull', '--yes']);
  expect([pulled.code, stepsIn(pulled)]).toEqual([
    5,
    [
      ['sync', 'claude-code:user', '--pull'],
      ['sync', 'cursor:user', '--pull'],
    ],
  ]);
  expect(here.run(['sync', 'cursor:user', '--pull', '--yes']).code).toBe(0);
  expect(JSON.parse(here.read(catalog)).servers.git.env.LEVEL).toBe('a');
});
