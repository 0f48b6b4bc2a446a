import { expect, it } from 'vitest';
import { packageOf } from '../../../src/model/packages/fetched-package.ts';
import { isCmdWrapper, portable, throughCmd } from '../../../src/model/shell/cmd-wrapper.ts';

it.each([
  ['cmd', ['/c', 'npx', '-y', 'x'], 'npx', ['-y', 'x']],
  ['cmd.exe', ['/C', 'node', 'a b.js'], 'node', ['a b.js']],
  ['C:\\Windows\\System32\\cmd.exe', ['/c', 'C:\\tools\\run me.cmd', 'x'], 'C:\\tools\\run me.cmd', ['x']],
  ['C:/WINDOWS/system32/CMD.EXE', ['/D', '/S', '/C', 'npx', '-y', 'x'], 'npx', ['-y', 'x']],
  ['cmd', ['/d', '/s', '/c', 'npx -y x'], 'npx', ['-y', 'x']],
  ['cmd', ['/d/s/c', '"npx -y x"'], 'npx', ['-y', 'x']],
  ['cmd', ['/cnpx', '-y', 'x'], 'npx', ['-y', 'x']],
  ['cmd', ['/c npx -y x'], 'npx', ['-y', 'x']],
  ['cmd', ['/r', 'npx', 'x'], 'npx', ['x']],
  ['cmd', ['/e:on', '/v:off', '/c', 'npx', 'x'], 'npx', ['x']],
  ['cmd', ['/c', 'npx -y x "a b" --q="c d"'], 'npx', ['-y', 'x', 'a b', '--q=c d']],
  ['cmd', ['/s', '/c', '""C:\\Program Files\\npx.cmd" -y "a b""'], 'C:\\Program Files\\npx.cmd', ['-y', 'a b']],
  ['cmd', ['/c', 'call', 'C:\\a b\\x.cmd', 'c d'], 'C:\\a b\\x.cmd', ['c d']],
  ['cmd', ['/c', 'CALL npx -y x'], 'npx', ['-y', 'x']],
  ['cmd', ['/c', 'C:\\Program Files\\tool.cmd'], 'C:\\Program Files\\tool.cmd', []],
])('%s %j only starts a program', (command, args, program, rest) => {
  expect(portable({ command, args, env: { A: '1' } })).toEqual({ command: program, args: rest, env: { A: '1' } });
});

it.each([
  [['/k', 'npx', 'x']],
  [['/c', 'echo', 'hello']],
  [['/c', 'SET', 'A=1']],
  [['/c', 'npx', 'a', '&&', 'npx', 'b']],
  [['/c', 'npx a && npx b']],
  [['/c', 'npx', '%TOKEN%']],
  [['/c', 'npx', 'a^"b']],
  [['/c', 'npx -y "x']],
  [['/v:on', '/c', 'npx', '!TOKEN!']],
])('cmd %j needs the interpreter', (args) => {
  expect(portable({ command: 'cmd', args })).toEqual({ command: 'cmd', args });
  expect(isCmdWrapper({ command: 'cmd', args })).toBe(true);
});

it.each([[['/c', '']], [['/c']], [['/?']], [[]], [['x', '/c', 'npx']], [['/d']]])('cmd %j starts nothing', (args) => {
  expect(portable({ command: 'cmd', args })).toEqual({ command: 'cmd', args });
});

it.each([[['/c', 'npx -y a@1.0.0']], [['/d', '/s', '/c', 'npx', '-y', 'a@1.0.0']], [['/k', 'npx -y a@1.0.0']]])(
  'the package in cmd %j is found',
  (args) => {
    expect(packageOf({ command: 'cmd.exe', args })).toEqual({ name: 'a@1.0.0', pinned: true });
  },
);

it('is undone by its opposite', () => {
  const server = { command: 'npx', args: ['-y', 'x'], cwd: 'a' };
  expect(throughCmd(server)).toEqual({ command: 'cmd', args: ['/c', 'npx', '-y', 'x'], cwd: 'a' });
  expect(portable(throughCmd(server))).toEqual(server);
  expect(portable(server)).toBe(server);
});

it('keeps the quotes that a client puts around a path with spaces', () => {
  const server = { command: 'C:\\Program Files (x86)\\tool.cmd', args: ['a b'] };
  expect(throughCmd(server).args).toEqual(['/c', 'call', server.command, 'a b']);
  expect(portable(throughCmd(server))).toEqual(server);
});
