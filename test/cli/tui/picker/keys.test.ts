import type { Key as InkKey } from 'ink';
import { expect, it } from 'vitest';
import { keysOf } from '../../../../src/cli/tui/picker/keys.ts';

const pressed = (input: string, flags: Partial<InkKey> = {}): readonly string[] => keysOf(input, flags as InkKey);

it.each<[string, Partial<InkKey>, string[]]>([
  ['', { upArrow: true }, ['up']],
  ['', { pageDown: true }, ['pagedown']],
  ['', { escape: true, meta: true }, ['escape']],
  ['', { delete: true }, ['backspace']],
  ['\r', { return: true }, ['enter']],
  ['\n', {}, ['enter']],
  ['c', { ctrl: true }, ['interrupt']],
  ['u', { ctrl: true }, ['clear-line']],
  ['z', { ctrl: true }, []],
  ['\t', { tab: true }, []],
  ['', { leftArrow: true }, []],
  ['a', { meta: true }, []],
  ['J', { shift: true }, ['J']],
])('%j with %j is %j', (input, flags, keys) => expect(pressed(input, flags)).toEqual(keys));

it('takes apart what came at once', () => {
  expect(pressed('/dév 🎉\u007F\r')).toEqual(['/', 'd', 'é', 'v', ' ', '🎉', 'backspace', 'enter']);
  expect(pressed('j\u0003')).toEqual(['j', 'interrupt']);
  expect(pressed('a\u0001\u009Bb')).toEqual(['a', 'b']);
});
