import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/manage/secrets/without-secrets.ts';
import type { Server } from '../../../src/model/server.ts';

function clean(server: Server, name = 'linear'): Server {
  return withoutSecrets(name, server).server;
}

describe('a server without its secrets', () => {
  it('takes variables of the server for those of the person', () => {
    const env = { API_KEY: 'abc', LOG_LEVEL: 'debug', DATABASE_URL: 'postgres://me:pw1@db/x', MAX_TOKENS: '4096' };
    expect(withoutSecrets('linear', { command: 'x', env })).toEqual({
      server: {
        command: 'x',
        env: { ...env, API_KEY: '${API_KEY}', DATABASE_URL: '${DATABASE_URL}' },
      },
      variables: ['API_KEY', 'DATABASE_URL'],
    });
  });

  it('keeps the scheme of a header', () => {
    const headers = { Authorization: 'Bearer abc', 'X-API-Key': 'def', Accept: 'text/plain' };
    expect(clean({ url: 'https://x', headers }).headers).toEqual({
      Authorization: 'Bearer ${LINEAR_TOKEN}',
      'X-API-Key': '${LINEAR_API_KEY}',
      Accept: 'text/plain',
    });
  });

  it.each([
    [
      ['--api-key', 'abc'],
      ['--api-key', '${LINEAR_API_KEY}'],
    ],
    [['--token=abc9'], ['--token=${LINEAR_TOKEN}']],
    [
      ['-e', 'API_KEY=abc'],
      ['-e', 'API_KEY=${API_KEY}'],
    ],
    [
      ['--header', 'Authorization: Bearer abc'],
      ['--header', 'Authorization: Bearer ${LINEAR_TOKEN}'],
    ],
    [
      ['--password', 'a b c'],
      ['--password', '${LINEAR_PASSWORD}'],
    ],
    [['PASSWORD=a b c'], ['PASSWORD=${PASSWORD}']],
    [['sk-ant1234567890123'], ['${LINEAR_TOKEN}']],
    [
      ['--linear-token', 'abc'],
      ['--linear-token', '${LINEAR_TOKEN}'],
    ],
    [['{"apiKey": "abc", "x": 1}'], ['{"apiKey": "${LINEAR_API_KEY}", "x": 1}']],
    [['--token=${MINE:-abc}'], ['--token=${MINE}']],
    [
      ['-y', '--max-tokens', '4096', '--key-file', 'a.pem', '${X:-y}'],
      ['-y', '--max-tokens', '4096', '--key-file', 'a.pem', '${X:-y}'],
    ],
  ])('%j becomes %j', (args, expected) => {
    expect(clean({ command: 'x', args }).args).toEqual(expected);
  });

  it('looks into the address', () => {
    expect(clean({ url: 'https://me:pw@x.com/mcp?api_key=abc&page=1&token=${T}' }).url).toBe(
      'https://me:${LINEAR_PASSWORD}@x.com/mcp?api_key=${LINEAR_API_KEY}&page=1&token=${T}',
    );
  });

  it('looks into what only clients know, and leaves words alone', () => {
    const server = {
      url: 'https://x',
      description: 'Authorization: ask Jane',
      auth: { type: 'oauth' as const, clientId: 'c', clientSecret: 'abc', scopes: ['read'] },
      extras: { codex: { auth: 'oauth', helper: { token: 'abc' } } },
    };
    expect(clean(server)).toEqual({
      ...server,
      auth: { ...server.auth, clientSecret: '${LINEAR_CLIENT_SECRET}' },
      extras: { codex: { auth: 'oauth', helper: { token: '${LINEAR_TOKEN}' } } },
    });
  });

  it('finds a secret in a title, a description and a directory too', () => {
    const token = (letter: string): string => `ghp_${letter.repeat(8)}cdefghijklmnop1234567890`;
    const server = {
      command: 'x',
      title: `use ${token('a')}`,
      description: `postgres://me:correct-horse@h/db, or password=hunter2`,
      cwd: `/opt/${token('b')}/x`,
    };
    const { server: shown, variables } = withoutSecrets('linear', server);
    expect(JSON.stringify(shown)).not.toMatch(/ghp_|correct-horse|hunter2/);
    expect(shown).toMatchObject({ title: 'use ${LINEAR_TOKEN}', cwd: '/opt/${LINEAR_TOKEN_2}/x' });
    expect(variables).toHaveLength(4);
  });

  it('lists variables whose secret default goes, but not those that were references before', () => {
    const env = { A_TOKEN: '${A_TOKEN:-abc}', B_TOKEN: '${B_TOKEN}' };
    expect(withoutSecrets('x', { command: 'x', env })).toEqual({
      server: { command: 'x', env: { A_TOKEN: '${A_TOKEN}', B_TOKEN: '${B_TOKEN}' } },
      variables: ['A_TOKEN'],
      defaulted: new Set(['A_TOKEN']),
    });
  });

  it('never uses one name for two values', () => {
    const secrets = new Map<string, string>();
    const one = (name: string, server: Server): Server => withoutSecrets(name, server, secrets).server;
    expect(one('a', { command: 'x', env: { API_KEY: 'one' } }).env).toEqual({ API_KEY: '${API_KEY}' });
    expect(one('b', { command: 'x', env: { API_KEY: 'two' } }).env).toEqual({ API_KEY: '${B_API_KEY}' });
    expect(one('c', { command: 'x', env: { API_KEY: 'one' } }).env).toEqual({ API_KEY: '${API_KEY}' });
    // The reference is to something else than the argument.
    expect(one('d', { command: '${D_TOKEN}', args: ['--token', 'abc'] }).args).toEqual(['--token', '${D_TOKEN_2}']);
    // This one is to the variable of the server itself.
    const own = one('e', { command: 'x', args: ['Bearer ${E_TOKEN}'], env: { E_TOKEN: 'abc' } });
    expect(own).toEqual({ command: 'x', args: ['Bearer ${E_TOKEN}'], env: { E_TOKEN: '${E_TOKEN}' } });
    // This one is not: the program puts in the scheme too.
    const behind = one('f', { command: 'x', args: ['Authorization:${AUTH}'], env: { AUTH: 'Bearer abc9xyz' } });
    expect(behind).toEqual({ command: 'x', args: ['Authorization:${AUTH}'], env: { AUTH: 'Bearer ${F_TOKEN}' } });
  });

  it.each([
    ['-c', 'API_KEY=abc9x8 exec pkg --token def9x8 | tee', 'API_KEY=${API_KEY} exec pkg --token ${X_TOKEN} | tee'],
    ['/c', 'set API_KEY=abc9x8 && npx pkg', 'set API_KEY=${API_KEY} && npx pkg'],
    ['-lc', "pkg --password 'a b c9' --quiet", "pkg --password '${X_TOKEN}' --quiet"],
  ])('takes the value in a script of %s, and not the rest of the command', (option, script, expected) => {
    expect(withoutSecrets('x', { command: 'sh', args: [option, script] }).server.args).toEqual([option, expected]);
  });

  it('finds nothing the second time, and leaves the server as it was', () => {
    const server: Server = {
      command: 'docker',
      args: ['run', '-e', 'TOKEN=abc', '--header', 'X-Api-Key: def'],
      env: { SECRET: 'x1' },
      headers: { Cookie: 'a=b' },
    };
    const copy = structuredClone(server);
    const { server: first } = withoutSecrets('x', server);
    expect(withoutSecrets('x', first)).toEqual({ server: first, variables: [] });
    expect(server).toEqual(copy);
  });
});
