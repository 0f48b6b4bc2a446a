import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../runtime/support/start-program.ts';
import { catalog } from '../support/machine.ts';
import { addressIn, guarded, type Guarded } from './support/guarded.ts';

describe('plugboard auth login', () => {
  it('signs in with a browser, after which the server can be used', async () => {
    const { run, pages, here, provider } = await guarded();
    const before = here.files();
    const refused = await run('test', 'guarded');
    expect(refused.code).toBe(7);
    expect(refused.stdout).toContain('\n  fix: plugboard auth login guarded\n');
    const { code, stdout, stderr } = await run('auth', 'login', 'guarded');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `✓ Signed in to guarded at ${provider.issuer}\n` });
    expect(stderr).toContain(`Sign in to guarded in a browser, within a few minutes:\n  ${provider.issuer}/auth?`);
    expect(stderr).toContain('Scopes: mcp. Stored in an encrypted file. Try it with: plugboard test guarded\n');
    expect(await pages()).toMatch(/^200 \/.*You are signed in/);
    expect((await run('test', 'guarded')).stdout).toMatch(/^✓ guarded /);
    const called = await run('call', 'guarded', 'echo', '--args', '{"a":1}', '--no-check');
    expect({ code: called.code, stdout: called.stdout }).toEqual({ code: 0, stdout: '{"a":1}\n' });
    // The definition needs to say nothing about it.
    expect(here.read('~/.cursor/mcp.json')).toBe(before['~/.cursor/mcp.json']);
  });

  it('answers scripts with one document, and still tells the address', async () => {
    const { ask, provider } = await guarded();
    const { code, stderr, ...answer } = await ask('auth', 'login', 'guarded');
    expect(code).toBe(0);
    expect(addressIn(stderr)).toContain(provider.issuer);
    expect(answer).toMatchObject({
      ok: true,
      data: { signedIn: { server: 'guarded', issuer: provider.issuer, scope: 'mcp', keptIn: 'file' } },
    });
  });

  it('says who said no', async () => {
    const { ask, provider, pages } = await guarded();
    provider.consents = false;
    expect(await ask('auth', 'login', 'guarded')).toMatchObject({
      code: 7,
      errors: [
        {
          code: 'sign-in-failed',
          problem: 'denied',
          message: 'OAuth authentication failed: Ann <b>said</b> no (access_denied)',
        },
      ],
    });
    expect(await pages()).toContain('Sign-in failed');
  });

  it('does not wait for ever', async () => {
    const { run } = await guarded();
    const { code, stderr } = await run('auth', 'login', 'guarded', '--no-browser', '--timeout', '0.2');
    expect(code).toBe(7);
    expect(stderr).toMatch(/\n✗ OAuth flow timed out\. Please try again\.\n$/);
  });

  it('says what else could be done when the server does not tell where to sign in', async () => {
    const { run, server } = await guarded();
    server.metadata = undefined;
    server.challenge = undefined;
    const { code, stderr } = await run('auth', 'login', 'guarded');
    expect(code).toBe(7);
    expect(stderr).toMatch(
      /^✗ Authentication required by .*, but OAuth endpoints could not be discovered\n {2}fix: .*plugboard edit guarded --in cursor:user --token/,
    );
  });

  it('uses a fixed callback port, unless it is taken', async () => {
    const { run } = await guarded();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    onTestFinished(() => void other.close());
    const port = String((other.address() as AddressInfo).port);
    const taken = await run('auth', 'login', 'guarded', '--port', port);
    expect([taken.code, taken.stderr]).toEqual([7, expect.stringContaining('plugboard auth login guarded --port')]);
    await new Promise((done) => other.close(done));
    const { code, stderr } = await run('auth', 'login', 'guarded', '--port', port);
    expect(code).toBe(0);
    expect(new URL(addressIn(stderr)).searchParams.get('redirect_uri')).toContain(`http://127.0.0.1:${port}/`);
  });

  it('asks for rights of choice', async () => {
    const { ask } = await guarded();
    expect(await ask('auth', 'login', 'guarded', '--scope', 'mcp:write', '--scope', 'mcp')).toMatchObject({
      data: { signedIn: { scope: 'mcp:write mcp' } },
    });
  });

  it.each([
    [['login', 'guarded', '--port', '70000'], '--port takes a number from 1 to 65535'],
    [['login', 'guarded', '--timeout', 'x'], '--timeout takes a number of seconds greater than 0'],
    [['login', 'guarded', '--client-secret-env', 'X'], '--client-secret-env requires --client-id.'],
    [['login', 'guarded', '--client-id', 'a', '--client-secret-env', 'not a name'], 'not the secret itself'],
    [['logout'], 'Name a server, or use --all.'],
    [['login'], 'Name the server: guarded'],
    [['logn'], "unknown command 'auth logn', did you mean login?"],
  ])('makes no sense: %j', async (words, message) => {
    const { ask, server } = await guarded();
    const { code, errors } = await ask('auth', ...words);
    expect([code, errors[0]?.message]).toEqual([2, expect.stringContaining(message)]);
    expect(server.tokens).toEqual([]);
  });

  it('is of no use where the definition says who asks', async () => {
    const { ask, server } = await guarded({ headers: { authorization: 'Bearer canary' } });
    const answer = await ask('auth', 'login', 'guarded');
    expect(answer).toMatchObject({
      code: 2,
      errors: [{ message: expect.stringContaining('has an Authorization header') }],
    });
    expect(JSON.stringify(answer)).not.toContain('canary');
    expect(server.tokens).toEqual([]);
  });

  it('contacts no server with --dry-run', async () => {
    const { ask, server } = await guarded();
    expect(await ask('auth', 'login', 'guarded', '--dry-run')).toMatchObject({ code: 0, data: { written: false } });
    expect(server.tokens).toEqual([]);
  });

  it('contacts no server of a project before it is approved', async () => {
    const { ask, server, here } = await guarded();
    here.write('.mcp.json', JSON.stringify({ mcpServers: { theirs: { type: 'http', url: server.url } } }));
    expect(await ask('auth', 'login', 'theirs')).toMatchObject({ code: 1, errors: [{ code: 'approval-needed' }] });
    expect(server.tokens).toEqual([]);
  });

  it('ends with Ctrl+C', async () => {
    const { here, browser } = await guarded();
    const running = startProgram(here, ['auth', 'login', 'guarded', '--no-browser'], browser);
    await running.says('stderr', '/auth?');
    running.kill('SIGINT');
    const { code, stderr } = await running.ended();
    expect([code, stderr]).toEqual([130, expect.stringMatching(/\n✗ Interrupted\.\n$/)]);
  });
});

describe('a program that the authorization server knows', () => {
  const known = ['auth', 'login', 'guarded', '--client-id', 'known', '--client-secret-env', 'KNOWN_SECRET'] as const;
  const env = { KNOWN_SECRET: 'canary-known-secret-0815' };

  /** The catalog can keep everything. */
  const inCatalog = async (): Promise<Guarded> => {
    const stage = await guarded();
    const { here, server } = stage;
    here.write(catalog, JSON.stringify({ servers: { guarded: { transport: 'http', url: server.url } } }));
    return stage;
  };

  it('is noted in the definition, with a reference in place of its secret', async () => {
    const { here, browser, provider } = await inCatalog();
    const { code, stdout, stderr } = await startProgram(here, [...known, '--json'], { ...browser, ...env }).ended();
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { data: { written: true, signedIn: { issuer: provider.issuer } } },
    ]);
    expect(JSON.parse(here.read(catalog))).toMatchObject({
      servers: { guarded: { auth: { type: 'oauth', clientId: 'known', clientSecret: '${KNOWN_SECRET}' } } },
    });
    const tested = await startProgram(here, ['test', 'guarded'], env).ended();
    expect(tested.stdout).toMatch(/^✓ guarded /);
    expect([stdout, stderr, tested.stdout, tested.stderr].join('')).not.toContain('canary');
  });

  it('is not signed in where it could not be noted', async () => {
    const { here, browser, server } = await guarded();
    const { code, stderr } = await startProgram(here, known, { ...browser, ...env }).ended();
    expect([code, stderr]).toEqual([7, expect.stringContaining('cursor cannot store auth.clientSecret')]);
    expect(stderr).toContain('plugboard copy guarded --from cursor --to catalog');
    expect(server.tokens).toEqual([]);
  });

  it('is shown first with --dry-run', async () => {
    const { here, browser, server } = await inCatalog();
    const { code, stdout } = await startProgram(here, [...known, '-n'], { ...browser, ...env }).ended();
    expect([code, stdout]).toEqual([0, expect.stringContaining('"clientId":"known","clientSecret":"${KNOWN_SECRET}"')]);
    expect(server.tokens).toEqual([]);
  });
});
