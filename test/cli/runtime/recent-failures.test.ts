import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../support/machine.ts';
import { linesIn, machineWith, moody as moodyServer } from './support/servers.ts';

class Moody {
  readonly here: Machine = machineWith({});

  constructor(mood: string) {
    this.feel(mood);
    this.define({});
  }

  feel(mood: string): void {
    this.here.write('mood', mood);
  }

  define(more: object, ...args: readonly string[]): void {
    const files = { mood: this.here.path('mood'), starts: this.here.path('starts') };
    const moody = moodyServer(files, { timeout: 6, retries: 0, ...more }, ...args);
    this.here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { moody } }));
  }

  get starts(): number {
    return linesIn(this.here.path('starts')).length;
  }

  /** What was said, and how often the server was started for it. */
  run(...args: string[]): { readonly code: number | null; readonly said: string; readonly started: number } {
    const before = this.starts;
    const { code, stdout, stderr } = this.here.run(args);
    return { code, said: stdout + stderr, started: this.starts - before };
  }

  /** Lets what is remembered be older. Gives how much that is. */
  age(seconds: number): number {
    const files = this.here.everything().filter((name) => /\/failures\/[^/]+\.json$/.test(name));
    for (const name of files) {
      const path = this.here.path(name);
      const stored = JSON.parse(readFileSync(path, 'utf8'));
      stored.value.at = new Date(Date.parse(stored.value.at) - seconds * 1000).toISOString();
      writeFileSync(path, JSON.stringify(stored));
    }
    return files.length;
  }
}

const lists = [['tools'], ['tools', 'moody'], ['resources'], ['resources', 'moody'], ['prompts'], ['prompts', 'moody']];

describe('a server that kept a command waiting and failed', { timeout: 240_000 }, () => {
  it('is not started again by the next commands, which say so', () => {
    const moody = new Moody('hung');
    expect(moody.run('tools')).toMatchObject({ code: 8, started: 1 });
    for (const args of lists) {
      const { code, said, started } = moody.run(...args);
      expect([args, code, started]).toEqual([args, 8, 0]);
      expect(said).toMatch(/The server did not answer within 6 s\. That was \d+ s ago; not retried./);
      expect(said).toContain('fix: retry with --refresh');
    }
    const { errors } = moody.here.ask(['prompts', 'moody']);
    expect(errors).toMatchObject([{ code: 'server-unreachable', server: 'moody', failedAt: expect.any(String) }]);
  });

  it.each([['tools'], ['resources'], ['prompts']])(
    'is asked by %s --refresh, and once it answers by all',
    (command) => {
      const moody = new Moody('hung');
      moody.run('tools');
      moody.feel('works');
      expect(moody.run(command)).toMatchObject({ code: 8, started: 0 });
      expect(moody.run(command, 'moody', '--refresh')).toMatchObject({ code: 0, started: 1 });
      expect(moody.run('resources')).toMatchObject({ code: 0, started: 1 });
      expect(moody.run('prompts')).toMatchObject({ code: 0, started: 1 });
    },
  );

  it.each([
    ['test', ['test', 'moody']],
    ['call', ['call', 'moody', 'nothing']],
    ['reload', ['reload', 'moody']],
  ])('is always tried by %s, whose success clears what is remembered', (_, args) => {
    const moody = new Moody('hung');
    expect(moody.run('test')).toMatchObject({ code: 8, started: 1 });
    expect(moody.run('resources', 'moody')).toMatchObject({ code: 8, started: 0 });
    moody.feel('works');
    expect(moody.run(...args)).toMatchObject({ code: 0, started: 1 });
    expect(moody.run('resources', 'moody')).toMatchObject({ code: 0, started: 1 });
  });

  it('is not waited for longer because the command before waited for a shorter time', () => {
    const moody = new Moody('hung');
    expect(moody.run('tools', '--timeout', '1')).toMatchObject({ code: 8, started: 1 });
    for (const args of lists) expect([args, moody.run(...args).started]).toEqual([args, 0]);
    expect(moody.run('tools', '--timeout', '0.5')).toMatchObject({ code: 8, started: 0 });
    expect(moody.run('tools', '--timeout', '2')).toMatchObject({ code: 8, started: 1 });
    moody.define({ timeout: 1 });
    expect(moody.run('tools')).toMatchObject({ code: 8, started: 1 });
  });

  it('is tried again after an edit, with more time, and after a minute', () => {
    const moody = new Moody('hung');
    moody.run('tools');
    moody.feel('works');
    expect(moody.run('prompts', '--timeout', '20')).toMatchObject({ code: 0, started: 1 });
    expect(moody.run('prompts')).toMatchObject({ code: 0, started: 1 });
    moody.feel('hung');
    moody.run('prompts', '--refresh');
    moody.feel('works');
    moody.define({}, 'edited');
    expect(moody.run('prompts')).toMatchObject({ code: 0, started: 1 });
    moody.define({});
    expect(moody.run('prompts')).toMatchObject({ code: 8, started: 0 });
    expect(moody.age(61)).toBeGreaterThan(0);
    expect(moody.run('prompts')).toMatchObject({ code: 0, started: 1 });
  });

  it('is remembered only for what it does not answer', () => {
    const moody = new Moody('resources/list');
    expect(moody.run('resources')).toMatchObject({ code: 8, started: 1 });
    expect(moody.run('resources')).toMatchObject({ code: 8, started: 0 });
    expect(moody.run('prompts')).toMatchObject({ code: 0, started: 1 });
    expect(moody.run('tools')).toMatchObject({ code: 0 });
  });
});

describe('a server that hangs, however many retries it has,', { timeout: 120_000 }, () => {
  it.each([
    ['tools', 'moody'],
    ['resources', 'moody'],
    ['prompts', 'moody'],
    ['call', 'moody', 'nothing'],
    ['test', 'moody'],
    ['reload', 'moody'],
  ])('is started once by %s', (...args) => {
    const moody = new Moody('hung');
    moody.define({ timeout: 1, retries: 3 });
    expect(moody.run(...args)).toMatchObject({ code: 8, started: 1, said: expect.stringContaining('within 1 s.') });
  });

  it('does not wait for the others that hang', () => {
    const here = machineWith({});
    here.write('mood', 'hung');
    const names = ['a', 'b', 'c', 'd', 'e'];
    const servers = names.map((name) => [
      name,
      moodyServer({ mood: here.path('mood'), starts: here.path(`starts-${name}`) }, { timeout: 1 }),
    ]);
    here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
    const { code, stderr } = here.run(['tools']);
    expect([code, stderr.match(/did not answer within 1 s/g)?.length]).toEqual([8, names.length]);
    expect(names.map((name) => linesIn(here.path(`starts-${name}`)).length)).toEqual([1, 1, 1, 1, 1]);
  });
});

it('a failure that took no time is not remembered', () => {
  const here = machineWith({ user: { gone: { command: 'no-such-program-anywhere' } } });
  expect(here.run(['tools', 'gone']).stderr).toContain('not found');
  expect(here.run(['tools', 'gone']).stderr).not.toContain('not retried');
  expect(here.everything().filter((name) => name.includes('/failures/'))).toEqual([]);
});
