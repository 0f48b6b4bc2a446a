import { describe, expect, it } from 'vitest';
import { configDirectory } from '../../src/sets/config-directory.ts';

const linux = { home: '/home/me', cwd: '/code/app', env: {}, platform: 'linux' } as const;
const windows = { home: 'C:\\Users\\me', cwd: 'C:\\code\\app', env: {}, platform: 'win32' } as const;

describe('the directory of the sets', () => {
  it('is the usual one, unless a variable or the caller says otherwise', () => {
    const old = { CCMCP_CONFIG_DIR: '/old' };
    const both = { ...old, PLUGBOARD_CONFIG_DIR: '/new' };
    expect(configDirectory(linux)).toBe('/home/me/.claude/mcp-configs');
    expect(configDirectory({ ...linux, env: old })).toBe('/old');
    expect(configDirectory({ ...linux, env: both })).toBe('/new');
    expect(configDirectory({ ...linux, env: both }, '/given')).toBe('/given');
  });

  it('takes something empty for nothing', () => {
    const env = { PLUGBOARD_CONFIG_DIR: '', CCMCP_CONFIG_DIR: '/old' };
    expect(configDirectory({ ...linux, env }, '')).toBe('/old');
  });

  it.each([
    ['~', '/home/me'],
    ['~/sets/', '/home/me/sets'],
    ['~sets', '/code/app/~sets'],
    ['sets', '/code/app/sets'],
    ['../sets/./a', '/code/sets/a'],
    ['/a//b/', '/a/b'],
    ['/', '/'],
    ['odd\\name', '/code/app/odd\\name'],
  ])('%s is %s', (given, expected) => {
    expect(configDirectory(linux, given)).toBe(expected);
  });

  it.each([
    ['', 'C:/Users/me/.claude/mcp-configs'],
    ['~\\sets', 'C:/Users/me/sets'],
    ['~/sets', 'C:/Users/me/sets'],
    ['..\\sets', 'C:/code/sets'],
    ['D:\\sets\\', 'D:/sets'],
    ['\\sets', 'C:/sets'],
    ['\\\\share\\disk\\sets', '//share/disk/sets'],
  ])('%s on Windows is %s', (given, expected) => {
    expect(configDirectory(windows, given)).toBe(expected);
  });

  it('may be named relatively by a variable, too', () => {
    expect(configDirectory({ ...linux, env: { PLUGBOARD_CONFIG_DIR: 'sets' } })).toBe('/code/app/sets');
  });
});
