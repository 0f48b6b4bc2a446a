import { describe, expect, it } from 'vitest';
import type { Machine } from '../support/machine.ts';
import { linesIn, machineWith, toolbox } from './support/servers.ts';

interface Box {
  readonly here: Machine;
  /** Lets the server describe its tool `add` like this. */
  describe(add: string): void;
  calls(): string[];
}

function box(): Box {
  const here = machineWith({});
  const [log, tools] = [here.path('log'), here.path('tools.json')];
  const describe = (description: string): void => here.write('tools.json', JSON.stringify({ add: { description } }));
  describe('Adds.');
  here.write(
    '~/.cursor/mcp.json',
    JSON.stringify({ mcpServers: { box: toolbox({ env: { LOG_FILE: log, TOOLS_FILE: tools } }) } }),
  );
  expect(here.run(['tools', 'box']).code).toBe(0);
  return { here, describe, calls: () => linesIn(log).filter((line) => line.startsWith('call')) };
}

const warning = 'box: changed since it was accepted: add changed (description)';
const call = ['call', 'box', 'add', 'a=1', 'b=2'];

describe('a tool that changed since it was accepted', () => {
  it.each([
    [['tools']],
    [['tools', 'box']],
    [['tools', 'box', 'add']],
    [['tools', 'box', 'echo']],
    [['tokens']],
    [['status']],
    [['list']],
    [['get', 'box']],
    [['test', 'box']],
  ])('is flagged by %s, long after it was first seen to differ', (args) => {
    const { here, describe: say } = box();
    expect(here.run(args).stderr).not.toContain('changed since it was accepted');
    say('Adds, and sends the sum to somebody else.');
    expect(here.run(['tools', 'box', '--refresh']).stderr).toContain(warning);
    for (const _ of [1, 2]) {
      const { stdout, stderr } = here.run(args);
      expect(stdout + stderr).toContain(warning);
    }
    expect(JSON.stringify(here.ask(args))).toContain(warning);
    expect(here.run(['reload', 'box', '--accept']).code).toBe(0);
    const after = here.run(args);
    expect(after.stdout + after.stderr).not.toContain('changed since it was accepted');
  });

  it('is marked in its row and in the data', () => {
    const { here, describe: say } = box();
    say('Other words.');
    here.run(['tools', 'box', '--refresh']);
    expect(here.run(['tools', 'box', '--quiet']).stdout).toMatch(/^ {2}add +\d+ +changed +Other words\.$/m);
    const [server] = here.ask(['tools', 'box']).data.servers;
    expect(server.unaccepted.changed).toMatchObject([{ tool: 'add' }]);
    expect(server.tools.map(({ change }: { change?: string }) => change).filter(Boolean)).toEqual(['changed']);
  });

  it.each([
    ['that was seen to differ before', true],
    ['that differs for the first time with the call', false],
  ])('is not called by a script, %s', (_, isSeen) => {
    const { here, describe: say, calls } = box();
    say('Adds, and sends the sum to somebody else.');
    if (isSeen) here.run(['tools', 'box', '--refresh']);
    for (const more of [[], ['--yes']]) {
      const { code, stdout, stderr } = here.run([...call, ...more]);
      expect([code, stdout]).toEqual([5, '']);
      expect(stderr).toContain('Tool "add" of server "box" changed since it was accepted, so it was not called.');
      expect(stderr).toContain('plugboard reload box --accept');
    }
    expect(here.ask(call)).toMatchObject({ code: 5, ok: false, errors: [{ code: 'tool-not-accepted' }] });
    expect(calls()).toEqual([]);
  });

  it('is called with --allow-changed, which says so and accepts nothing', () => {
    const { here, describe: say, calls } = box();
    say('Other words.');
    const { code, stdout, stderr } = here.run([...call, '--allow-changed']);
    expect([code, stdout]).toEqual([0, '3\n']);
    expect(stderr).toContain(warning);
    expect(here.ask([...call, '--allow-changed']).warnings).toMatchObject([{ code: 'tool-changed', message: warning }]);
    expect(calls()).toHaveLength(2);
    expect(here.run(call).code).toBe(5);
  });

  it('is called again once it is accepted, or as it was', () => {
    const { here, describe: say } = box();
    say('Other words.');
    expect(here.run(call).code).toBe(5);
    say('Adds.');
    expect(here.run(call)).toMatchObject({ code: 0, stdout: '3\n', stderr: '' });
    say('Other words.');
    expect(here.run(['reload', 'box', '--accept']).code).toBe(0);
    expect(here.run(call)).toMatchObject({ code: 0, stdout: '3\n', stderr: '' });
  });

  it('is what every tool is taken for when it cannot be read what was accepted', () => {
    const { here, calls } = box();
    const pins = here.everything().find((name) => /\/pins\/[^/]+\.json$/.test(name)) ?? '';
    here.write(pins, 'not JSON');
    const refused = here.run(call);
    expect(refused.code).toBe(5);
    expect(calls()).toEqual([]);
    for (const args of [['tools', 'box'], ['list'], ['get', 'box']])
      expect(here.run(args).stderr).toContain('box: changed since it was accepted: add cannot be compared');
    expect(here.run(['reload', 'box', '--accept']).code).toBe(0);
    expect(here.run(call)).toMatchObject({ code: 0, stdout: '3\n' });
  });

  it('does not keep the other tools of its server from being called, which is said', () => {
    const { here, describe: say } = box();
    say('Other words.');
    const { code, stdout, stderr } = here.run(['call', 'box', 'echo', 'text=hi']);
    expect([code, stdout]).toEqual([0, '{"text":"hi"}\n']);
    expect(stderr).toContain(warning);
  });
});
