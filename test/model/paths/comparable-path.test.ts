import { expect, it } from 'vitest';
import { comparablePath, isInside } from '../../../src/model/paths/comparable-path.ts';

it.each([
  ['c:\\Projects\\X', 'C:/projects/x'],
  ['C:/projects/x/', 'C:/projects/x'],
  ['C:\\projects/x\\\\y', 'C:/projects/x/y'],
  ['\\\\?\\C:\\projects\\x', 'C:/projects/x'],
  ['\\\\?\\UNC\\Server\\share\\x', '//server/Share/x'],
  ['\\\\server\\share\\x', '//server/share/x'],
  ['C:/projects./x . ', 'C:/projects/x'],
  ['C:/\u00DCber/x', 'c:/\u00FCber/x'],
])('%s is %s on Windows', (one, other) => {
  expect(comparablePath(one, 'win32')).toBe(comparablePath(other, 'win32'));
  expect(comparablePath(one, 'linux')).not.toBe(comparablePath(other.toUpperCase(), 'linux'));
});

it.each([
  ['c:\\projects\\x\\bin', 'C:/Projects/X', true],
  ['C:/projects/x', 'c:/projects/x/', true],
  ['C:/projects/xy', 'C:/projects/x', false],
  ['C:/x', 'C:/', true],
  ['D:/x', 'C:/', false],
  ['\\\\server\\share\\a', '//SERVER/share', true],
  ['//server/share2/a', '//server/share', false],
  ['/server/share/a', '//server/share', false],
])('%s in %s on Windows: %s', (path, directory, expected) => expect(isInside(path, directory, 'win32')).toBe(expected));

it.each([
  ['/a/b/c', '/a/b', true],
  ['/a/b', '/a/b/', true],
  ['/a/B/c', '/a/b', false],
  ['/a/b\\c', '/a/b', false],
  ['/a', '/', true],
])('%s in %s elsewhere: %s', (path, directory, expected) => expect(isInside(path, directory, 'linux')).toBe(expected));
