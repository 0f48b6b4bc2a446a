import { describe, expect, it } from 'vitest';
import { machine, type Machine } from '../support/machine.ts';

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const server = (...args: string[]): object => ({ command: 'run', args });

/** A checkout that differs from its catalog, on a machine that has synced nothing. */
function checkout(entries: object): Machine {
  return machine({
    'plugboard.json': json({ servers: { a: { ...server('1'), env: { X: '1' }, targets: ['claude-code'] } } }),
    '.mcp.json': json({ mcpServers: entries }),
  });
}

const scenes: Readonly<Record<string, object>> = {
  'another value of a field': { a: { ...server('2'), env: { X: '1' } } },
  'a field less': { a: server('1') },
  'a field more': { a: { ...server('1'), env: { X: '1', Y: '2' } } },
  'another entry': { a: { type: 'http', url: 'https://x.example/mcp' } },
  'no entry': {},
};

/** The commands that settle a difference. */
function stepsIn(text: string): string[][] {
  return [...text.matchAll(/plugboard (sync [\w:-]+ --prefer \w+)/g)].map(([, line = '']) => line.split(' '));
}

describe.each(Object.entries(scenes))('a fresh checkout with %s', (_, entries) => {
  it.each([['check'], ['sync', '--check'], ['sync', '--dry-run']])(
    'is not said to have changed since a sync: %s',
    (...line) => {
      const here = checkout(entries);
      const { code, stdout, stderr } = here.run(line);
      expect(code).toBe(line.includes('--dry-run') ? ('a' in entries ? 5 : 0) : 6);
      expect(stdout + stderr).not.toMatch(/both sides|changed in|last sync/);
      expect(JSON.stringify(here.ask(line))).not.toMatch(/both sides|changed in/);
    },
  );

  it('is in order after each of the steps that check proposes', () => {
    const { stdout, stderr } = checkout(entries).run(['check']);
    const steps = stepsIn(stdout + stderr);
    expect(steps).toHaveLength('a' in entries ? 2 : 0);
    for (const step of steps.length > 0 ? steps : [['sync']]) {
      const here = checkout(entries);
      expect([step, here.run([...step, '--yes']).code, here.run(['check']).code]).toEqual([step, 0, 0]);
    }
  });
});

it('says what changed since a sync', () => {
  const here = checkout({});
  here.run(['sync', '--yes']);
  here.write('.mcp.json', here.read('.mcp.json').replace('"1"', '"2"'));
  here.write('plugboard.json', here.read('plugboard.json').replace('"1"', '"3"'));
  expect(here.run(['check']).stdout).toContain('changed on both sides');
  expect(here.run(['sync', '--check']).stdout).toContain('changed on both sides');
});
