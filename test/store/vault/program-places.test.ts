import { expect, it } from 'vitest';
import { isProgramPlace } from '../../../src/store/vault/program-places.ts';

const unix = { home: '/home/me', platform: 'linux' } as const;
const windows = { home: String.raw`C:\Users\Me`, platform: 'win32' } as const;

it('counts directories of the system, of package managers and of version managers', () => {
  const places = ['/usr/bin', '/opt/homebrew/bin', '.local/bin', 'go/bin', '.npm-global/bin', '.orbstack/bin'];
  const versions = ['.nvm/versions/node/v22.1.0/bin', '.pyenv/versions/3.12/bin'];
  for (const one of [...places, ...versions])
    expect([one, isProgramPlace(one.startsWith('/') ? one : `/home/me/${one}`, unix)]).toEqual([one, true]);
  for (const one of ['C:/Windows/System32', 'c:/Program Files/nodejs', 'C:/users/me/AppData/Roaming/npm'])
    expect([one, isProgramPlace(one, windows)]).toEqual([one, true]);
  expect(isProgramPlace(String.raw`C:\Users\Me\.local\bin`, windows)).toBe(true);
});

it('does not count any other directory', () => {
  for (const one of ['/tmp/go/bin', '/home/me/src/go/bin', '/home/me/go/bin/x', '/home/me/go/bin/../../src', 'go/bin'])
    expect([one, isProgramPlace(one, unix)]).toEqual([one, false]);
  for (const one of ['C:/Users/Me/src/npm', 'C:/Users/Other/.local/bin', 'D:/Windows/System32', 'C:/Windows/../x'])
    expect([one, isProgramPlace(one, windows)]).toEqual([one, false]);
});
