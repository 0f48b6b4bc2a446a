import { expect, it } from 'vitest';
import { portable, throughCmd } from '../../../src/model/shell/cmd-wrapper.ts';

it.each([
  ['cmd', ['/c', 'npx', '-y', 'x'], 'npx', ['-y', 'x']],
  ['cmd.exe', ['/C', 'node', 'a b.js'], 'node', ['a b.js']],
  ['C:\\Windows\\System32\\cmd.exe', ['/c', 'C:\\tools\\run me.cmd', 'x'], 'C:\\tools\\run me.cmd', ['x']],
])('%s %j only starts a program', (command, args, program, rest) => {
  expect(portable({ command, args, env: { A: '1' } })).toEqual({ command: program, args: rest, env: { A: '1' } });
});

it.each([
  [['/k', 'npx', 'x']],
  [['/c', 'echo', 'hello']],
  [['/c', 'SET', 'A=1']],
  [['/c', 'npx', 'a', '&&', 'npx', 'b']],
  [['/c', 'npx', '%TOKEN%']],
  [['/c', 'npx -y x']],
  [['/c', '']],
])('cmd %j needs the interpreter', (args) => {
  expect(portable({ command: 'cmd', args })).toEqual({ command: 'cmd', args });
});

it('is undone by its opposite', () => {
  const server = { command: 'npx', args: ['-y', 'x'], cwd: 'a' };
  expect(throughCmd(server)).toEqual({ command: 'cmd', args: ['/c', 'npx', '-y', 'x'], cwd: 'a' });
  expect(portable(throughCmd(server))).toEqual(server);
  expect(portable(server)).toBe(server);
});
