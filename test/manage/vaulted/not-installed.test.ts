import { expect, it } from 'vitest';
import { type Machine, machine } from '../../cli/support/machine.ts';

const server = (name: string, env: object): object => ({
  transport: 'stdio',
  command: 'npx',
  args: ['-y', name],
  targets: ['junie:project'],
  ...env,
});
const project = {
  '.junie/mcp/mcp.json': '{ "mcpServers": {} }',
  'plugboard.json': JSON.stringify({
    servers: { aaa: server('one', { env: { A_KEY: '${A_KEY}' } }), bbb: server('two', {}) },
  }),
};

/** Where no `plugboard` is on the PATH, so that no file of a project can start it. */
function opened(): Machine {
  const here = machine(project);
  const set = here.run(['secrets', 'set', 'A_KEY', '--to', 'file'], { input: 's3cr3t-canary-abc' });
  expect(set).toMatchObject({ code: 0 });
  return here;
}

it('a server that needs an installed Plugboard is reported, and hides no other one from comparisons', () => {
  const here = opened();
  const why = expect.stringContaining('npm install -g plugboard');
  expect(here.ask(['diff', 'junie:project', '--from', 'canonical:project', '--all']).data.cells).toMatchObject([
    { name: 'aaa', client: 'junie', state: 'unwritable', why },
    { name: 'bbb', client: 'junie', state: 'not-there' },
  ]);
  expect(here.ask(['sync', '--check']).data.cells).toMatchObject([
    { name: 'aaa', drift: true, blocked: 'not-installed' },
    { name: 'bbb', drift: true },
  ]);
  const { data } = here.ask(['check']);
  expect(JSON.stringify(data)).toContain('aaa');
  expect(JSON.stringify(data)).toContain('bbb');
});

it('a sync writes the others', () => {
  const here = opened();
  const { code, stdout, stderr } = here.run(['sync', '--yes']);
  expect({ code, text: stdout + stderr }).toMatchObject({
    code: 3,
    text: expect.stringContaining('npm install -g plugboard'),
  });
  expect(here.run(['sync', '--check'])).toMatchObject({ code: 6, stdout: expect.stringContaining('1 out of sync') });
  const written = here.read('.junie/mcp/mcp.json');
  expect(written).toContain('bbb');
  expect(written).not.toContain('aaa');
  expect(here.run(['undo', '--yes']).code).toBe(0);
});

it('a disabled server that nothing has to be written for is in sync', () => {
  const here = opened();
  here.write(
    'plugboard.json',
    JSON.stringify({
      servers: {
        aaa: { ...server('one', { env: { A_KEY: '${A_KEY}' } }), disabled: true, targets: ['junie:project'] },
      },
    }),
  );
  expect(here.ask(['sync', '--check']).data.cells).toMatchObject([{ name: 'aaa', drift: false, outcome: 'same' }]);
});
