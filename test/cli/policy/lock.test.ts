import { mkdirSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { machine } from '../support/machine.ts';

const policy = '~/.config/plugboard/policy.json';
const lock = JSON.stringify({ rules: [{ id: 'ours', allow: { command: ['*'] } }], require: { lock: true } });
const env = { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) };

test('policy explain knows the lock, for which braces are no reference', () => {
  const here = machine({ [policy]: lock, '~/p.js': '' });
  const entry = (id: string): string =>
    JSON.stringify({ mcpServers: { a: { command: 'node', args: [here.path('~/p.js')], env: { DATA_ID: id } } } });
  const rule = (): string | undefined =>
    /require\.lock/.exec(JSON.stringify(here.ask(['policy', 'explain', 'a'], { env }).data))?.[0];
  here.write('.mcp.json', entry('{GITHUB_TOKEN}'));
  expect(rule()).toBe('require.lock');
  expect(here.run(['lock'], { env }).code).toBe(0);
  expect(rule()).toBe(undefined);
  for (const other of ['${GITHUB_TOKEN}', '${env:GITHUB_TOKEN}', '{env:GITHUB_TOKEN}', 'other']) {
    here.write('.mcp.json', entry(other));
    expect([other, rule()]).toEqual([other, 'require.lock']);
  }
});

test('exec starts only what is locked, with the definition of a file', () => {
  const here = machine({ [policy]: lock, '~/p.js': '' });
  const words = ['node', '--no-warnings', here.path('~/p.js')];
  const line = { command: 'plugboard', args: ['exec', 'a', '--', ...words] };
  here.write('.mcp.json', JSON.stringify({ mcpServers: { a: line } }));
  mkdirSync(here.path('.git'));
  const code = (): number | null => here.run(['exec', 'a', '--', ...words], { env }).code;
  expect(code()).toBe(126);
  here.run(['lock'], { env });
  expect(code()).toBe(0);
  here.write('.mcp.json', JSON.stringify({ mcpServers: { a: { ...line, env: { A: 'x' } } } }));
  expect(code()).toBe(126);
  here.write('.mcp.json', '{}');
  expect(code()).toBe(126);
});

test('check judges by the files of the checkout', () => {
  const server = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['-y', 'good@1.6.0'] } } });
  const allowing = JSON.stringify({
    rules: [{ id: 'r', allow: { package: ['npm:good'] } }],
    require: { pinned: true },
  });
  const here = machine({ 'plugboard.policy.json': allowing, '.mcp.json': server });
  mkdirSync(here.path('.git'));
  expect(here.run(['check']).code).toBe(0);
  for (const [file, text] of [
    ['.npmrc', 'registry=http://127.0.0.1:9/'],
    ['node_modules/.bin/good', ''],
    ['package.json', JSON.stringify({ bin: { good: 'x' } })],
  ] as const) {
    here.write(file, text);
    expect([file, here.run(['check']).code]).toEqual([file, 6]);
    here.remove(file);
  }
  expect(here.run(['check']).code).toBe(0);
});

test.runIf(process.platform !== 'win32')('what a session has is not what a definition chose', () => {
  const allowing = JSON.stringify({ rules: [{ id: 'r', allow: { command: ['*'] } }] });
  const here = machine({ [policy]: allowing, 'ca.pem': '', '~/ca.pem': '', '~/p.js': '' });
  const line = ['exec', 'a', '--', 'node', here.path('~/p.js')];
  const start = (more: Record<string, string>): { code: number | null; stderr: string } =>
    here.run(line, { env: { ...env, ...more } });
  const own = here.path('~/ca.pem');
  const usual = { HTTPS_PROXY: 'http://proxy:1', NODE_EXTRA_CA_CERTS: own, SSL_CERT_FILE: own, PIP_CERT: own };
  expect(start({ ...usual, DOCKER_HOST: 'unix:///run/docker.sock' })).toMatchObject({ code: 0 });
  for (const value of [here.path('ca.pem'), 'ca.pem'])
    expect(start({ NODE_EXTRA_CA_CERTS: value }).stderr).toContain('the variable NODE_EXTRA_CA_CERTS');
  expect(start({ DOCKER_HOST: `unix://${here.path('x.sock')}` }).stderr).toContain('the variable DOCKER_HOST');
  expect(start({ PREFIX: 'tools' }).stderr).toContain('the variable PREFIX');
});
