import { describe, expect, it } from 'vitest';
import { places, stateFile } from '../../../src/store/state/places.ts';

const linux = { home: '/home/me', cwd: '/code', env: {}, platform: 'linux' } as const;

describe('places', () => {
  it('are the usual ones', () => {
    expect(places(linux)).toEqual({
      state: '/home/me/.local/state/plugboard',
      cache: '/home/me/.cache/plugboard',
      keys: '/home/me/.local/share/plugboard',
    });
    expect(places({ ...linux, platform: 'darwin' })).toEqual(places(linux));
  });

  it('follow the variables of the desktop, unless they are relative', () => {
    const env = { XDG_CACHE_HOME: '/c/', XDG_STATE_HOME: 'relative' };
    expect(places({ ...linux, env })).toEqual({
      state: '/home/me/.local/state/plugboard',
      cache: '/c/plugboard',
      keys: '/home/me/.local/share/plugboard',
    });
  });

  it('are apart from each other on Windows, with and without its variables', () => {
    const windows = { ...linux, home: 'C:\\Users\\me', platform: 'win32' } as const;
    const expected = {
      state: 'C:/Users/me/AppData/Local/plugboard/state',
      cache: 'C:/Users/me/AppData/Local/plugboard/cache',
      keys: 'C:/Users/me/AppData/Roaming/plugboard',
    };
    const env = { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' };
    expect(places(windows)).toEqual(expected);
    expect(places({ ...windows, env })).toEqual(expected);
  });

  it('all move with PLUGBOARD_HOME', () => {
    const moved = { state: '/p/state', cache: '/p/cache', keys: '/p/keys' };
    expect(places({ ...linux, env: { PLUGBOARD_HOME: '/p', XDG_STATE_HOME: '/s' } })).toEqual(moved);
    expect(stateFile({ ...linux, env: { PLUGBOARD_HOME: 'here' } }, 'ledger.json')).toBe(
      '/code/here/state/ledger.json',
    );
  });
});
