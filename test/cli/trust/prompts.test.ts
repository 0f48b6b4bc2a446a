import { expect, test } from 'vitest';
import { type Machine, machine } from '../support/machine.ts';

const file = '.vscode/mcp.json';
const userFile = '~/.config/Code/User/mcp.json';

const choice = (options: readonly string[]) => ({
  id: 'pkg',
  type: 'pickString',
  description: 'package',
  options,
  default: options[0],
});
const text = (more: object = {}) => ({ id: 'opt', type: 'promptString', description: 'options', default: '', ...more });

function write(here: Machine, inputs: readonly object[]): void {
  const args = ['-y', '${input:pkg}'];
  const server = { type: 'stdio', command: 'npx', args, env: { NODE_OPTIONS: '${input:opt}' } };
  here.write(file, JSON.stringify({ servers: { s: server }, inputs }));
}

const pendingIn = (here: Machine) => here.ask<{ pending: { fingerprint: string }[] }>(['approve']).data.pending;
const copy = ['copy', 's', '--from', 'vscode:project', '--to', 'vscode:user', '--yes'];

test.each([
  ['choices', [choice(['evil-pkg@1.0.0', 'good-pkg@1.0.0']), text()]],
  ['a default', [choice(['good-pkg@1.0.0']), text({ default: '--require=./evil.js' })]],
  ['a description', [choice(['good-pkg@1.0.0']), text({ description: 'Type --require=./evil.js' })]],
  ['a type', [choice(['good-pkg@1.0.0']), text({ type: 'pickString', options: ['--require=./evil.js'] })]],
  ['a further prompt of that name', [{ ...choice(['evil-pkg']), id: 'pkg' }, choice(['good-pkg@1.0.0']), text()]],
])('prompts of a project are shown, and other %s need another approval', (_what, changed) => {
  const here = machine();
  const first = [choice(['good-pkg@1.0.0']), text()];
  write(here, first);
  expect(here.run(copy).code).not.toBe(0);
  const shown = here.run(['approve']).stdout;
  for (const part of ['asks for', 'promptString', 'pickString', '"good-pkg@1.0.0"', '"default":""', '"options"'])
    expect(shown).toContain(part);
  expect(here.run(['approve', pendingIn(here)[0]?.fingerprint ?? '']).code).toBe(0);
  expect(pendingIn(here)).toEqual([]);

  write(here, changed);
  expect(pendingIn(here)).toHaveLength(1);
  expect(here.ask(copy).errors).toMatchObject([{ code: 'approval-needed' }]);
  expect(Object.keys(here.files())).not.toContain(userFile);

  write(here, first);
  expect(here.run(copy).code).toBe(0);
  expect(here.read(userFile)).toContain('good-pkg');
});
