import { describe, expect, it } from 'vitest';
import { sharingKey } from '../../../src/opencode/server/sharing-key.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

const usual = { HOME: '/home/me', PATH: '/usr/bin' };
const keyOf = (env: Readonly<Record<string, string>>, config?: string): string =>
  sharingKey({ ...nodeHost(), env: { ...usual, ...env } }, '/usr/bin/opencode', config);

describe('the key under which clients share an OpenCode', () => {
  it.each<Readonly<Record<string, string>>>([
    { GITHUB_TOKEN: 'a', NPM_TOKEN: 'b', FOO_TOKEN: 'c', SIGNING_KEY: 'd' },
    // npx sets these, another one for each project.
    { npm_config_local_prefix: '/project', npm_config_user_agent: 'npm/11', NPM_CONFIG_REGISTRY: 'http://localhost' },
    { XDG_SESSION_ID: '7', XDG_RUNTIME_DIR: '/run/user/1000', XDG_CURRENT_DESKTOP: 'GNOME' },
    { OPENCODE_MCP_TOOLSETS: 'all', OPENCODE_DEFAULT_PROJECT: '/project', OPENCODE_LOG_LEVEL: 'debug' },
    { OPENCODE_PID: '12', OPENCODE_CLIENT: 'desktop', OPENCODE_TERMINAL: '1' },
    { PATH: '/opt/bin:/usr/bin', SHELL: '/bin/zsh', PWD: '/project', NO_PROXY: 'localhost' },
    // What holds without them.
    { XDG_CONFIG_HOME: '/home/me/.config', XDG_DATA_HOME: '/home/me/.local/share/', OPENAI_API_KEY: '' },
  ])('is the same with %j', (env) => {
    expect(keyOf(env)).toBe(keyOf({}));
  });

  it.each<Readonly<Record<string, string>>>([
    { HOME: '/home/other' },
    { XDG_CONFIG_HOME: '/elsewhere' },
    { XDG_DATA_HOME: '/elsewhere' },
    { OPENCODE_CONFIG: '/own.json' },
    { OPENCODE_PERMISSION: '{"bash":"deny"}' },
    { OPENAI_API_KEY: 'another account' },
    { AWS_PROFILE: 'work' },
    { https_proxy: 'http://127.0.0.1:8080' },
  ])('is another one with %j', (env) => {
    expect(keyOf(env)).not.toBe(keyOf({}));
  });

  it('is another one with another settings file', () => {
    expect(keyOf({}, '/own.json')).not.toBe(keyOf({}));
  });
});
