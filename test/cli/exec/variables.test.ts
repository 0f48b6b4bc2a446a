import { expect, it } from 'vitest';
import { type Box, box, exec, give } from './support/box.ts';

interface Place {
  readonly here: Box;
  /** The names of the variables with which `tool` does not get its secret in the project. */
  refused(variables: Readonly<Record<string, string>>): string[];
}

/** A granted line, and a project with files that load code. */
async function place(more: Record<string, string> = {}): Promise<Place> {
  const here = await box();
  const { at, env, put } = here;
  put('project/.git/HEAD', '');
  for (const file of ['evil.js', 'lib/evil.so', 'data/notes.db', 'requirements.txt', 'sub/x'])
    put(`project/${file}`, 'evil');
  await give(here, ['tool'], { env: { ...env, ...more } });
  const refused = (variables: Readonly<Record<string, string>>): string[] =>
    Object.entries(variables).flatMap(([name, value]) => {
      const { status, errors, out } = exec(here, ['tool'], { [name]: value }, at('project'));
      if (status === 0) return [];
      expect([status, out, errors]).toEqual([126, '', expect.stringContaining(`${name} is `)]);
      return [name];
    });
  return { here, refused };
}

it('refuses a start with a variable that is known to name programs, libraries or settings with programs', async () => {
  const { here, refused } = await place();
  const { at } = here;
  const bad = {
    ESBUILD_BINARY_PATH: '/x',
    NAPI_RS_NATIVE_LIBRARY_PATH: '/x',
    NODE_CONFIG_DIR: '/x',
    ACME_PYTHON: '/x',
    CLOUDSDK_PYTHON: at('project/bin'),
    AWS_CONFIG_FILE: at('project/aws'),
    AWS_SHARED_CREDENTIALS_FILE: '/x',
    RIPGREP_CONFIG_PATH: '/x',
    ACME_CONFIG_DIR: './settings',
    ACME_CONFIG_FILE: at('home/project/acme.json'),
    ACME_CONFIG_PATH: at('home/.config/../project/x'),
    SHELL: at('evil/sh'),
    COMSPEC: '/x/cmd',
    HTTPS_PROXY: 'http://evil.test:1',
    all_proxy: 'socks5://evil.test',
    HTTP_PROXY: 'http://localhost@evil.test',
  };
  expect(refused(bad)).toEqual(Object.keys(bad));
});

it('refuses a start with any variable that leads to a file of the project that may be code', async () => {
  const { here, refused } = await place();
  const { at } = here;
  const bad = {
    ANYTHING: at('project/evil.js'),
    RELATIVE: 'evil.js',
    DOTTED: './lib/evil.so',
    LISTED: `/usr/lib:${at('project/sub/x')}`,
    AN_OPTION: `--quiet --load=${at('project/evil.js')}`,
    GLUED: `-r${at('project/evil.js')}`,
    AN_ADDRESS: `file://${at('project/evil.js')}`,
    PACKAGES: at('project/requirements.txt'),
  };
  expect(refused(bad)).toEqual(Object.keys(bad));
});

it('refuses a start with a directory of the project, and with a relative path for what each session has elsewhere', async () => {
  const { here, refused } = await place();
  const { at } = here;
  const bad = {
    PYENV_HOOK_PATH: 'lib',
    KUBECONFIG: './data/notes.db',
    GEM_PATH: `/usr/lib/ruby:${at('project/lib')}`,
    XDG_CONFIG_DIRS: '/etc/xdg:./sub',
    XDG_CACHE_HOME: './c',
    npm_config_cache: './c',
    GOPATH: 'lib',
    TMPDIR: '../project/t',
    EDITOR: 'sh evil.js',
    PAGER: 'sh -c x',
    LESSOPEN: '|./lib/evil.so %s',
    BROWSER: 'node -e 1',
    LIBMYSQL_PLUGIN_DIR: at('project/lib'),
    MYSQL_HOME: 'lib',
    TNS_ADMIN: './sub',
    ANYTHING: './lib',
  };
  expect(refused(bad)).toEqual(Object.keys(bad));
});

it('refuses a start with a variable that says where a secret is sent', async () => {
  const { refused } = await place({ GITHUB_API_URL: 'https://github.example.com' });
  const bad = {
    GITHUB_HOST: 'evil.test',
    OPENAI_BASE_URL: 'http://127.0.0.1:1/',
    AWS_ENDPOINT_URL: 'https://evil.test',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://evil.test',
    DATABASE_URL: 'postgres://evil.test/x',
    PGHOST: 'evil',
    PGHOSTADDR: '192.0.2.1',
    MYSQL_HOST: 'evil.test',
    ANY_NAME: 'https://evil.test/x',
    SENTRY_DSN: 'evil@evil.test',
  };
  expect(refused(bad)).toEqual(Object.keys(bad));
  expect(refused({ GITHUB_API_URL: 'https://evil.test' })).toEqual(['GITHUB_API_URL']);
  expect(refused({ GITHUB_API_URL: 'https://github.example.com' })).toEqual([]);
});

it('starts a package of a directory, and what takes its program from one, only in the directory in which it got its secret', async () => {
  const here = await box();
  for (const words of [
    ['npx', '-y', './pkg'],
    ['npx', '-y', 'file:./pkg'],
    ['npx', '--package=./pkg', 'x'],
    ['uvx', '--with', 'good', '--from', '.', 'srv'],
    ['pipx', 'run', '--spec', '../pkg', 'srv'],
    ['nix', 'run'],
    ['uvicorn', 'app:app'],
  ]) {
    await give(here, words);
    const judged = exec(here, words, {}, here.at('project'));
    expect({ words, status: judged.status }).toEqual({ words, status: 126 });
  }
});

it('starts with what each session has, and with what leads to data or to directories', async () => {
  const { here, refused } = await place({ HTTPS_PROXY: 'http://proxy.test:3128' });
  const { at } = here;
  const usual = {
    SHELL: '/bin/bash',
    HTTPS_PROXY: 'http://proxy.test:3128',
    HTTP_PROXY: 'http://localhost:41234',
    RIPGREP_CONFIG_PATH: at('home/.ripgreprc'),
    AWS_CONFIG_FILE: at('home/.aws/config'),
    CLAUDE_CONFIG_DIR: at('home/.claude-work'),
    _: at('project/sub/x'),
    PWD: at('project'),
    WORKSPACE: at('project'),
    NOTES: at('project/data/notes.db'),
    DIRENV_FILE: at('project/.envrc'),
    LANG: 'C.UTF-8',
    ELSEWHERE: at('evil/load.js'),
    TERM: 'xterm-256color',
    XDG_DATA_DIRS: '/usr/local/share:/usr/share',
    XDG_CURRENT_DESKTOP: 'GNOME',
    CONDA_DEFAULT_ENV: 'base',
    PYENV_VERSION: '3.12.1',
    EDITOR: 'code --wait',
    PAGER: 'less -R',
    LESSOPEN: '| /usr/bin/lesspipe %s',
    NODE_ENV: 'data',
    HOSTNAME: 'laptop',
    PORT: '8080',
    DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/run/bus',
    VSCODE_IPC_HOOK: '/run/user/1/vscode.sock',
    CLAUDE_PROJECT_DIR: at('project'),
    PS1: '$ ',
    TERM_PROGRAM_VERSION: '1.99.0',
  };
  expect(refused(usual)).toEqual([]);
});
