import { resolve as absolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import type { Resolution } from '../../../src/runtime/types.ts';
import { resolveServer, type ResolveOptions } from '../../../src/runtime/values/resolve-server.ts';
import { toRun } from './support.ts';

const env = { BIN: '/opt/bin', TOKEN: 'abcd1234', EVIL: '!echo ran', HOST: 'api.example', LINE: 'a\r\nb', NUL: 'a\0b' };

async function resolve(server: Server, options: Partial<ResolveOptions> = {}): Promise<Resolution> {
  return resolveServer(toRun(server), { env, ...options });
}

describe('a server to start', () => {
  it('gets variables in all its fields', async () => {
    const server = {
      command: '${BIN}/server',
      args: ['--key=${TOKEN}', '${NONE:-x}', 'TOKEN', '!echo no', ''],
      cwd: '${BIN}/..',
      env: { KEY: '${TOKEN}', NAMED: 'TOKEN', PLAIN: 'plain' },
      url: 'https://unused.example/${GONE}',
      headers: { unused: '${GONE}' },
    };
    expect(await resolve(server)).toEqual({
      server: {
        transport: 'stdio',
        command: '/opt/bin/server',
        args: ['--key=abcd1234', 'x', 'TOKEN', '!echo no', ''],
        cwd: '/opt/bin/..',
        env: { KEY: 'abcd1234', NAMED: 'abcd1234', PLAIN: 'plain' },
        headers: {},
      },
      problems: [],
      secrets: ['abcd1234'],
    });
  });

  it('takes the place of a secret, which a client passed on from another server, for no value', async () => {
    const { server } = await resolve(
      { command: 'x', env: { KEY: '${LEAKED}' } },
      { env: { LEAKED: '{secret:LEAKED}' }, vault: async () => ({ LEAKED: 'from the vault' }) },
    );
    expect(server.env).toEqual({ KEY: 'from the vault' });
  });

  it('of a project starts in it', async () => {
    const origin = { file: '/p/.mcp.json', client: 'c', scope: 'project', project: '/p' } as const;
    const at = async (server: Server): Promise<string | undefined> =>
      (await resolveServer(toRun(server, origin), { env })).server.cwd;
    expect(await at({ command: 'a' })).toBe(absolute('/p'));
    expect(await at({ command: 'a', cwd: 'sub' })).toBe(absolute('/p/sub'));
    expect(await at({ command: 'a', cwd: '/q' })).toBe(absolute('/q'));
    expect((await resolve({ command: 'a', cwd: 'sub' })).server.cwd).toBe('sub');
  });

  it.each<[string, Server, string, string]>([
    ['a command', { command: '${GONE}/x' }, 'command', 'the variable GONE is not set'],
    ['no command', {}, 'command', 'it is missing'],
    ['an empty command', { command: '${NONE:-}' }, 'command', 'it is empty'],
    ['an argument', { command: 'a', args: ['b', '${GONE}'] }, 'args[1]', 'the variable GONE is not set'],
    ['a directory', { command: 'a', cwd: '${GONE}' }, 'cwd', 'the variable GONE is not set'],
    ['arguments that are none', { command: 'a', args: 'b' as never }, 'args', 'it is not a list'],
    ['a number', { command: 'a', args: [1 as never] }, 'args[0]', 'it is not a string'],
    ['a NUL', { command: 'a', args: ['${NUL}'] }, 'args[0]', 'it contains a null character'],
    ['an address', { url: 'https://${GONE}/' }, 'url', 'the variable GONE is not set'],
    ['no address', { transport: 'http' }, 'url', 'it is missing'],
    ['another kind of address', { url: 'file:///etc/${HOST}' }, 'url', 'it is not an http or https address'],
  ])('or to contact is not used at all without %s', async (_, server, field, reason) => {
    const { server: resolved, problems } = await resolve({ env: { TOKEN: 'TOKEN' }, ...server });
    expect(problems[0]).toEqual({ server: 'one', field, reason, blocks: true });
    expect(resolved).toEqual({ transport: resolved.transport, args: [], env: {}, headers: {} });
  });

  it('leaves a shell its own variables', async () => {
    const script = 'for f in *; do echo "${f} ${TOKEN}"; done';
    const { server, problems } = await resolve({ command: '/bin/bash', args: ['-c', script] });
    expect(problems).toEqual([]);
    expect(server.args[1]).toBe('for f in *; do echo "${f} abcd1234"; done');
  });
});

describe('an entry with an unresolved value', () => {
  const headers = {
    A: '${GONE}',
    B: '!exit 1',
    C: '${LINE}',
    D: 'price in €',
    E: { not: 'a text' } as never,
    F: 7 as never,
    'G H': 'x',
    I: 'ok',
  };
  const fields = ['A', 'B', 'C', 'D', 'E', 'G H'].map((name) => `headers.${name}`);

  it('is left out and told, and the others stay', async () => {
    const { server, problems } = await resolve({ url: 'https://${HOST}/mcp', headers });
    expect(server.headers).toEqual({ F: '7', I: 'ok' });
    expect(server.url).toBe('https://api.example/mcp');
    expect(problems.map(({ field }) => field)).toEqual(fields);
    expect(problems.some(({ blocks }) => blocks)).toBe(false);
  });

  it('keeps the server from being used when nothing may be missing', async () => {
    const { server, problems } = await resolve({ url: 'https://${HOST}/mcp', headers }, { strict: true });
    expect(problems.map(({ field, blocks }) => [field, blocks])).toEqual(fields.map((field) => [field, true]));
    expect(server).toEqual({ transport: 'http', args: [], env: {}, headers: {} });
  });

  it('may be a variable', async () => {
    const { server, problems } = await resolve({
      command: 'a',
      env: { A: '${NUL}', 'B=C': 'x', D: '!true', ['__proto__']: 'kept' },
    });
    expect(Object.entries(server.env)).toEqual([['__proto__', 'kept']]);
    expect(problems.map(({ field }) => field)).toEqual(['env.A', 'env.B=C', 'env.D']);
  });

  it('is never in the words about it', async () => {
    const canary = 'canary-0123456789';
    const own = { C: `${canary}\n`, D: `${canary}\0` };
    const { problems } = await resolveServer(
      toRun({ command: 'a', args: ['${D}'], env: { X: '${D}', Y: `!echo ${canary} >&2; exit 1`, Z: `${canary}\0` } }),
      { env: { ...process.env, ...own } },
    );
    const remote = await resolveServer(
      toRun({ url: `ftp://me:${canary}@host`, headers: { X: '${C}', Y: `${canary}\n`, Z: 'x' } }),
      { env: own, token: async () => `${canary}\n` },
    );
    const all = JSON.stringify([problems.filter(({ field }) => field !== 'env.Y'), remote.problems]);
    expect(all).not.toContain(canary);
    expect(problems).toHaveLength(4);
    expect(remote.problems.map(({ field }) => field)).toEqual(['url', 'headers.X', 'headers.Y', 'auth']);
  });
});

describe('a token', () => {
  const token = async (): Promise<string> => '!echo TOKEN';
  const oauth = { type: 'oauth', credentialId: 'x' } as const;

  it('goes to a remote server as it is', async () => {
    const { server, secrets } = await resolve({ url: 'https://a.example', headers: { X: '1' } }, { token });
    expect(server.headers).toEqual({ X: '1', Authorization: 'Bearer !echo TOKEN' });
    expect(secrets).toContain('!echo TOKEN');
    const named = await resolve({ url: 'https://a.example', transport: 'sse' }, { token: async () => 'TOKEN' });
    expect(named.server.headers).toEqual({ Authorization: 'Bearer TOKEN' });
  });

  it('goes to a program only where its definition says so', async () => {
    expect((await resolve({ command: 'a', auth: oauth }, { token })).server.env).toEqual({
      OAUTH_ACCESS_TOKEN: '!echo TOKEN',
    });
    expect((await resolve({ command: 'a' }, { token })).server.env).toEqual({});
  });

  it('does not replace a declared value, even an unresolved one', async () => {
    const asked = async (): Promise<never> => {
      throw new Error('asked');
    };
    const remote = await resolve({ url: 'https://a.example', headers: { authORIZATION: 'Basic x' } }, { token: asked });
    expect(remote).toMatchObject({ server: { headers: { authORIZATION: 'Basic x' } }, problems: [] });
    const gone = await resolve({ url: 'https://a.example', headers: { Authorization: '${GONE}' } }, { token: asked });
    expect(gone.server.headers).toEqual({});
    const program = { command: 'a', auth: oauth, env: { OAUTH_ACCESS_TOKEN: 'own' } };
    expect((await resolve(program, { token: asked })).server.env).toEqual({ OAUTH_ACCESS_TOKEN: 'own' });
  });

  it('that is not there is told where nothing else would', async () => {
    const none = async (): Promise<undefined> => undefined;
    const unnamed = { url: 'https://a.example', auth: { type: 'oauth' as const } };
    expect((await resolve(unnamed, { token: none })).problems).toEqual([]);
    const named = { url: 'https://a.example', auth: { ...oauth, credentialId: 'gone' } };
    expect((await resolve(named, { token: none })).problems).toMatchObject([{ field: 'auth' }]);
    expect((await resolve({ command: 'a', auth: oauth }, { token: none })).problems).toMatchObject([{ field: 'auth' }]);
    const broken = async (): Promise<never> => {
      throw new Error('hunter2');
    };
    expect((await resolve({ url: 'https://a.example' }, { token: broken })).problems).toEqual([
      { server: 'one', field: 'auth', reason: 'the stored sign-in cannot be read' },
    ]);
  });
});

describe('secrets', () => {
  it('are all that came from elsewhere, and what looks like one', async () => {
    const server = {
      command: 'a',
      args: ['--api-key', 'plain key', '--token=inline1', '${PLACE}', '${OTHER}', '-v', 'sk-ant-0123456789abcdef'],
      env: { API_KEY: 'literal1', URL: 'https://me:pass99@h', DEBUG: 'true', C: '!echo from-command', PORT: '${PORT}' },
    };
    const own = { ...process.env, PLACE: '/srv/data', OTHER: 'something', PORT: '8080', HOME: process.env['HOME'] };
    const { secrets } = await resolveServer(toRun(server), { env: own });
    expect(secrets.toSorted()).toEqual(
      [
        'plain key',
        'inline1',
        'something',
        'sk-ant-0123456789abcdef',
        'literal1',
        'https://me:pass99@h',
        'pass99',
        Buffer.from('me:pass99').toString('base64'),
        'from-command',
      ].toSorted(),
    );
  });

  it('of an address are found in every spelling it is sent in', async () => {
    const { secrets } = await resolve({
      url: 'https://me:p%40ss@${HOST}/x?api_key=query%2Bkey&page=12',
      headers: { Authorization: 'Bearer ${TOKEN}', 'X-Api-Key': 'Token literal1' },
    });
    expect(secrets).toEqual(
      expect.arrayContaining(['p%40ss', 'p@ss', 'query%2Bkey', 'query+key', 'abcd1234', 'literal1']) as string[],
    );
    expect(secrets).toContain(Buffer.from('me:p@ss').toString('base64'));
  });
});

it('ends with the signal', async () => {
  const controller = new AbortController();
  const server = { command: 'a', env: { A: '!sleep 1000' } };
  const asked = resolveServer(toRun(server), { env: process.env, signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});
