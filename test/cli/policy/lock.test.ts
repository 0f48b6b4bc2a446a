import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machine } from '../support/machine.ts';

const policy = '~/.config/plugboard/policy.json';
const lock = JSON.stringify({ rules: [{ id: 'ours', allow: { command: ['*'] } }], require: { lock: true } });
const entry = (id: string): string =>
  JSON.stringify({ mcpServers: { a: { command: process.execPath, args: ['/srv/p.js'], env: { DATA_ID: id } } } });

test('policy explain knows the lock, for which braces are no reference', () => {
  const here = machine({ [policy]: lock, '.mcp.json': entry('{GITHUB_TOKEN}') });
  expect(here.run(['policy', 'explain', 'a']).code).toBe(6);
  expect(here.run(['lock']).code).toBe(0);
  expect(here.run(['policy', 'explain', 'a'])).toMatchObject({ code: 0 });
  for (const other of ['${GITHUB_TOKEN}', '${env:GITHUB_TOKEN}', '{env:GITHUB_TOKEN}', 'other']) {
    here.write('.mcp.json', entry(other));
    const { data } = here.ask(['policy', 'explain', 'a']);
    expect(JSON.stringify(data)).toContain('require.lock');
  }
});

test('exec starts only what is locked, with the definition of a file', () => {
  const words = [process.execPath, '--no-warnings', '/srv/p.js'];
  const line = { command: 'plugboard', args: ['exec', 'a', '--', ...words] };
  const here = machine({ [policy]: lock, '.mcp.json': JSON.stringify({ mcpServers: { a: line } }) });
  mkdirSync(here.path('.git'));
  const rule = (): string | undefined => /require\.lock/.exec(here.run(['exec', 'a', '--', ...words]).stderr)?.[0];
  expect(rule()).toBe('require.lock');
  here.run(['lock']);
  expect(rule()).toBe(undefined);
  here.write('.mcp.json', JSON.stringify({ mcpServers: { a: { ...line, env: { A: 'x' } } } }));
  expect(rule()).toBe('require.lock');
  here.write('.mcp.json', '{}');
  expect(rule()).toBe('require.lock');
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

test.runIf(process.platform !== 'win32')(
  'the proxy and the certificates of a session are not what a definition chose',
  () => {
    const allowing = JSON.stringify({ rules: [{ id: 'r', allow: { package: ['npm:good'] } }] });
    const here = machine({ [policy]: allowing, 'ca.pem': '' });
    const why = (env: Record<string, string>): string =>
      here.run(['exec', 'a', '--', 'npx', '-y', 'good@x y'], { env }).stderr;
    // The last word ends every start, after the variables were judged.
    const usual = { HTTPS_PROXY: 'http://proxy:1', NODE_EXTRA_CA_CERTS: '/etc/ca.pem', SSL_CERT_FILE: '/etc/ca.pem' };
    expect(why({ ...usual, DOCKER_HOST: 'unix:///run/docker.sock', PIP_CERT: '/etc/ca.pem' })).toContain(
      'as the name of a package',
    );
    for (const value of [here.path('ca.pem'), 'ca.pem'])
      expect(why({ NODE_EXTRA_CA_CERTS: value })).toContain('NODE_EXTRA_CA_CERTS');
    expect(why({ DOCKER_HOST: `unix://${here.path('x.sock')}` })).toContain('DOCKER_HOST');
    expect(why({ PREFIX: 'tools' })).toContain('PREFIX');
  },
);
