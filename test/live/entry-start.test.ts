import { chmodSync, mkdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { askInProcess } from '../cli/support/in-process.ts';
import { answerTo, json, startHttp, status } from '../runtime/servers/http.mjs';
import { type OwnServers, ownServers, token } from '../secrets/support/own-servers.ts';

type Variables = Readonly<Record<string, string>>;

/** What a server of the person got, or why it was not started. */
function result(here: OwnServers, name: string, env: Variables = {}, cwd = '.'): string {
  const { stdout, stderr } = here.run(['test', name], { env, cwd });
  return here.got().trim() || `${stdout}${stderr}`;
}

const good = `good ${token}`;

/** A script that finds its programs on the PATH, and one that needs none. */
function withScripts(here: OwnServers): OwnServers {
  here.write('~/apps/wrapper', '#!/bin/sh\nexec docker run acme\n');
  here.write('~/apps/whole', '#!/bin/sh\necho "good $X" >> "$HOME/log"\n');
  for (const name of ['wrapper', 'whole']) chmodSync(here.path(`~/apps/${name}`), 0o755);
  return here;
}

const scripts = {
  wrapper: { command: 'HOME/apps/wrapper', env: { X: token } },
  whole: { command: 'HOME/apps/whole', env: { X: token } },
};

it('starts what was moved from any directory, session, terminal or program of the desktop', () => {
  const here = withScripts(ownServers('moved', scripts));
  const PATH = here.env['PATH'] ?? '';
  mkdirSync(here.path('other/deep'), { recursive: true });
  here.write('other/node_modules/.bin/sh', '#!/bin/sh\necho EVIL >> "$HOME/log"\n');
  here.write('other/.npmrc', 'registry=https://evil.test');
  const session = {
    PWD: here.path('other'),
    SSH_AUTH_SOCK: '/run/user/1/agent.7',
    XDG_RUNTIME_DIR: '/run/user/1',
    TMPDIR: here.path('~/'),
    SHELL: '/bin/bash',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'C',
    TERM: 'dumb',
    TOKEN: 'another',
    NODE_OPTIONS: '--no-warnings',
    npm_config_registry: 'https://elsewhere.test',
    HTTPS_PROXY: 'http://localhost:41234',
    NO_PROXY: 'example.com',
    XDG_CONFIG_HOME: here.path('~/.config'),
  };
  const terminal = { PATH: `/nowhere:${here.path('~/bin')}:${PATH}:/usr/games:/usr/local/bin` };
  const ofNpm = { PATH: `${here.path('node_modules/.bin')}:${PATH}`, npm_execpath: '/x/npm', npm_command: 'exec' };
  for (const name of ['pack', 'script', 'wrapper', 'whole'])
    for (const env of [{}, session, terminal, ofNpm])
      for (const cwd of ['.', 'other', 'other/deep'])
        expect([name, result(here, name, env, cwd)]).toEqual([name, good]);
  for (const PATH_OF_DESKTOP of ['/usr/bin:/bin', '/usr/local/bin:/usr/bin:/bin:/usr/local/games'])
    expect(result(here, 'whole', { PATH: PATH_OF_DESKTOP })).toBe(good);
});

it('keeps what a script starts to the directories that were on PATH when its secrets were moved', () => {
  const here = withScripts(ownServers('moved', scripts));
  expect(result(here, 'wrapper', here.evil)).toBe(good);
});

it('withholds a secret if a variable or a trusted directory decides what runs', () => {
  for (const how of ['moved', 'referring'] as const) {
    const here = ownServers(how);
    here.write('ca.pem', 'x');
    const variables = {
      HTTPS_PROXY: 'http://evil.test:1',
      NODE_EXTRA_CA_CERTS: here.path('ca.pem'),
      SHELL: here.path('~/evil/npx'),
    };
    for (const [name, value] of Object.entries(variables))
      expect(result(here, 'pack', { [name]: value })).toContain(`${name} is `);
    // In a project that is not trusted, the server starts in the home directory.
    here.write('node_modules/.bin/acme', '');
    expect(result(here, 'pack')).toBe(good);
    here.run(['approve', '--project', '--yes']);
    expect(result(here, 'pack')).toContain('it starts in PROJECT');
  }
});

it('does not compare what the definition itself says', () => {
  const env = { X: token, NODE_OPTIONS: '--require=/mine.js', PYTHONPATH: '/mine', PATH: 'HOME/mine:${PATH}' };
  const said = { command: 'tool', args: ['x'], env };
  for (const how of ['moved', 'referring'] as const) {
    const here = ownServers(how, { said });
    here.write('~/mine/tool', '#!/bin/sh\necho "good $X" >> "$HOME/log"\n');
    chmodSync(here.path('~/mine/tool'), 0o755);
    expect(result(here, 'said')).toBe(good);
    here.write('~/evil/tool', '#!/bin/sh\necho "EVIL $X" >> "$HOME/log"\n');
    chmodSync(here.path('~/evil/tool'), 0o755);
    expect(result(here, 'said', here.evil)).toBe(good);
  }
});

it('asks no command of ours for the secret of a start that does not get it', () => {
  const printed = { command: 'npx', args: ['-y', 'acme'], env: { X: '!plugboard secrets get X_TOKEN' } };
  const here = ownServers('referring', { printed });
  expect(result(here, 'printed')).toBe(good);
  expect(result(here, 'printed', here.evil)).toContain('npx is HOME/evil/npx');
});

it('compares the start of an entry of a project that was given a secret', () => {
  const here = ownServers('referring');
  const shared = { command: 'npx', args: ['-y', 'acme'], env: { X: '${X_TOKEN}' } };
  here.write('.mcp.json', JSON.stringify({ mcpServers: { shared } }));
  const [, fingerprint = ''] = /fingerprint +([0-9a-f]{64})/.exec(here.run(['approve']).stdout) ?? [];
  expect(here.run(['approve', fingerprint])).toMatchObject({ code: 0 });
  expect(result(here, 'shared')).not.toContain(token);
  expect(here.run(['secrets', 'allow', 'shared', '--yes'])).toMatchObject({ code: 0 });
  expect(result(here, 'shared')).toBe(good);
  expect(result(here, 'shared', here.evil)).toContain('npx is HOME/evil/npx');
  expect(here.run(['secrets', 'allow', 'shared', '--yes'])).toMatchObject({ code: 0 });
  expect(result(here, 'shared', here.evil)).toBe(`EVIL ${token}`);
});

it('sends a secret only to the address that it was meant for', async () => {
  const open = async (): ReturnType<typeof startHttp> => {
    const target = await startHttp((request, response) => {
      if (request.method !== 'POST') return status(response, 405);
      if (request.message.id === undefined) return status(response, 202);
      return json(response, answerTo(request.message));
    });
    onTestFinished(async () => target.close());
    return target;
  };
  const [mine, other] = [await open(), await open()];
  const headers = { Authorization: `Bearer ${token}` };
  const here = ownServers('referring', { hub: { url: '${HUB}', headers }, plain: { url: mine.url, headers } });
  const at = async (url: string, ...args: readonly string[]): Promise<unknown> =>
    askInProcess({ ...here, env: { ...here.env, HUB: url } }, args);
  const withheld = { errors: [{ message: expect.stringContaining('HUB is "http') as string }] };
  expect(await at(mine.url, 'test', 'plain')).toMatchObject({ code: 0 });
  const [{ headers: sent } = { headers: {} }] = mine.requests;
  expect(sent).toMatchObject({ authorization: `Bearer ${token}` });
  expect(await at(mine.url, 'test', 'hub')).toMatchObject(withheld);
  expect(await at(mine.url, 'secrets', 'allow', 'hub', '--yes')).toMatchObject({ code: 0 });
  expect(await at(mine.url, 'test', 'hub')).toMatchObject({ code: 0 });
  expect(await at(other.url, 'test', 'hub')).toMatchObject(withheld);
  expect(other.requests).toEqual([]);
});
