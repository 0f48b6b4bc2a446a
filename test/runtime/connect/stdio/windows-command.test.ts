import { expect, it } from 'vitest';
import { windowsCommand } from '../../../../src/runtime/connect/stdio/windows-command.ts';

const files = new Set(
  [
    'C:\\Program Files\\nodejs\\npx.CMD',
    'C:\\Program Files\\nodejs\\node.EXE',
    'C:\\work\\node_modules\\.bin\\server.CMD',
    'C:\\work\\run.BAT',
    'C:\\tools\\uvx.EXE',
    'C:\\work\\evil.EXE',
    'C:\\tools\\script.PS1',
    'C:\\tools\\odd.bin',
  ].map((file) => file.toLowerCase()),
);
const place = {
  env: {
    Path: '"C:\\Program Files\\nodejs";C:\\tools',
    comspec: 'C:\\Windows\\cmd.exe',
    PathExt: '.COM;.EXE;.BAT;.CMD',
  },
  cwd: 'C:\\work',
  isFile: (path: string) => files.has(path.toLowerCase()),
  textOf: (path: string) => (path.endsWith('run.BAT') ? '@echo off' : '@node "%~dp0\\cli.js" %*'),
};
const start = (command: string, ...args: string[]) => windowsCommand(command, args, place);

it('starts programs themselves, with arguments as they are', () => {
  const args = ['a b', '%PATH%', '"'];
  expect(start('node', ...args)).toEqual({ file: 'C:\\Program Files\\nodejs\\node.EXE', args, verbatim: false });
  expect(start('uvx.exe')?.file).toBe('C:\\tools\\uvx.exe');
});

it('does not leave what it cannot find to the system, which looks into the working directory', () => {
  const missing = (file: string) => ({ file, args: [], verbatim: false, missing: true });
  expect(start('nothing')).toEqual(missing('nothing'));
  expect(start('evil')).toEqual(missing('evil'));
  expect(start('.\\evil')?.file).toBe('C:\\work\\evil.EXE');
});

it('has batch files run by the interpreter, every character with a meaning escaped', () => {
  const line = '"C:\\work\\run.BAT ^"-y^" ^"a^&calc^" ^"^%PATH^%^" ^"\\^"q\\^"^" ^"end\\\\^""';
  expect(start('.\\run', '-y', 'a&calc', '%PATH%', '"q"', 'end\\')).toEqual({
    file: 'C:\\Windows\\cmd.exe',
    args: ['/d', '/s', '/c', line],
    verbatim: true,
  });
});

it('escapes twice for those that hand their arguments on', () => {
  const args = start('node_modules\\.bin\\server', 'a|b')?.args;
  expect(args?.at(-1)).toBe('"C:\\work\\node_modules\\.bin\\server.CMD ^^^"a^^^|b^^^""');
  expect(start('npx', '"x & y"')?.args.at(-1)).toBe(
    '"C:\\Program^ Files\\nodejs\\npx.CMD ^^^"\\^^^"x^^^ ^^^&^^^ y\\^^^"^^^""',
  );
  expect(start('.\\run', 'a|b')?.args.at(-1)).toBe('"C:\\work\\run.BAT ^"a^|b^""');
  const unreadable = { ...place, textOf: () => undefined };
  expect(windowsCommand('.\\run', ['a|b'], unreadable)?.args.at(-1)).toBe('"C:\\work\\run.BAT ^^^"a^^^|b^^^""');
});

it.each([
  ['a\\"b', '^"a\\\\\\^"b^"'],
  ['a\\\\', '^"a\\\\\\\\^"'],
  ['', '^"^"'],
  ['(x) [y] !z! <a> `b` ;,*?', '^"^(x^)^ ^[y^]^ ^!z^!^ ^<a^>^ ^`b^`^ ^;^,^*^?^"'],
])('escapes %j', (arg, escaped) => {
  expect(start('.\\run', arg)?.args.at(-1)).toBe(`"C:\\work\\run.BAT ${escaped}"`);
});

it('refuses what has no escape', () => {
  expect(start('npx', 'a\nb')).toBeUndefined();
  expect(start('npx', 'a\rb')).toBeUndefined();
  expect(start('npx', 'a\0b')).toBeUndefined();
  expect(start('node', 'a\nb')?.verbatim).toBe(false);
});

it('takes a name with another ending as it is', () => {
  expect(start('odd.bin')?.file).toBe('C:\\tools\\odd.bin');
  expect(start('odd')?.missing).toBe(true);
});

it('has scripts of PowerShell run by it', () => {
  const env = { ...place.env, PathExt: '.EXE;.PS1', SystemRoot: 'D:\\Windows' };
  expect(windowsCommand('script', ['a b'], { ...place, env })).toEqual({
    file: 'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    args: ['-NoProfile', '-NonInteractive', '-File', 'C:\\tools\\script.PS1', 'a b'],
    verbatim: false,
  });
});
