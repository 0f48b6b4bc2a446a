import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../src/runtime/values/child-environment.ts';

describe('the environment of a child', () => {
  const harmless = { PATH: '/bin', LC_ALL: 'C', LANG: 'de', https_proxy: 'http://p', SSL_CERT_FILE: '/c' };
  const ours = {
    ...harmless,
    HOME: '/h',
    XDG_DATA_HOME: '/d',
    XDG_SESSION_ID: '1',
    GITHUB_TOKEN: 'x',
    SSH_AUTH_SOCK: '/s',
    NODE_OPTIONS: '--x',
    LC_evil: 'x',
    SHELL: '() { :; }; echo x',
    'BASH_FUNC_ls%%': '() { :; }',
    USER: undefined,
  };

  it('contains what every program needs, and the declared variables', () => {
    expect(childEnvironment({ TOKEN: 't', HOME: '/own' }, ours, 'linux')).toEqual({
      ...harmless,
      XDG_DATA_HOME: '/d',
      TOKEN: 't',
      HOME: '/own',
    });
    expect(childEnvironment({}, ours, 'darwin')).toEqual(childEnvironment({}, ours, 'linux'));
  });

  it('has one name for each variable on Windows, however it is written', () => {
    const windows = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', TEMP: 'T', HOME: 'x', ProgramData: 'P' };
    expect(childEnvironment({ PATH: 'own', temp: 'own' }, windows, 'win32')).toEqual({
      SystemRoot: 'C:\\Windows',
      ProgramData: 'P',
      PATH: 'own',
      temp: 'own',
    });
  });

  it('is enough to start a program, and holds no secret of ours', () => {
    const system = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
    const env = childEnvironment({ DECLARED: 'd' }, { ...process.env, CANARY_TOKEN: 'c' }, system);
    const { stdout } = spawnSync('node', ['-p', 'JSON.stringify(process.env)'], { env, encoding: 'utf8' });
    expect(JSON.parse(stdout)).toMatchObject({ DECLARED: 'd' });
    expect(stdout).not.toContain('CANARY');
  });
});
