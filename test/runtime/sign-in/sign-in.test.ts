import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SignInOptions } from '../../../src/runtime/sign-in/sign-in.ts';
import { Browser } from './support/browser.ts';
import { listening } from './support/listening.ts';
import { person, setStage, type Stage } from './support/stage.ts';

/** The address a person is sent to, and what becomes of the sign-in. */
async function sent(stage: Stage, options: SignInOptions = {}): Promise<{ address: URL; ending: Promise<unknown> }> {
  let ending: Promise<unknown> = Promise.resolve();
  const address = await new Promise<string>((done, fail) => {
    ending = stage.signIn.start(stage.toRun, { ...options, showAddress: done });
    ending.catch(fail);
  });
  return { address: new URL(address), ending };
}

const isCallback = (url: URL): boolean => url.searchParams.has('state') && url.searchParams.has('iss');

describe('a user who signs in', () => {
  it('is let in by the server from then on', async () => {
    const stage = await setStage();
    const ann = person();
    const signedIn = await stage.signIn.start(stage.toRun, ann);
    expect(signedIn).toMatchObject({ issuer: stage.provider.issuer, scope: 'mcp', keptIn: 'file' });
    expect(stage.provider.asked).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'POST /reg',
      'GET /auth',
      'GET /interaction/…',
      'GET /auth/…',
      'GET /interaction/…',
      'GET /auth/…',
      'POST /token',
    ]);
    const page = await ann.visits[0];
    expect([page?.status, page?.text]).toEqual([200, expect.stringContaining('<h1>You are signed in</h1>')]);
    const token = (await stage.signIn.token(stage.toRun)) ?? '';
    expect(await stage.provider.find(token)).toMatchObject({ aud: stage.server.url, scope: 'mcp' });
    expect(await stage.signIn.status(stage.toRun)).toMatchObject({ state: 'signed-in', isRenewable: true });
  });

  it('is sent to the provider with a proof, a state, and the name of the server', async () => {
    const stop = new AbortController();
    const { address, ending } = await sent(await setStage(), { signal: stop.signal });
    const { state = '', code_challenge: challenge = '', ...others } = Object.fromEntries(address.searchParams);
    expect([state.length, challenge.length]).toEqual([43, 43]);
    expect(others).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', scope: 'mcp offline_access' });
    expect(others['resource']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(others['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/);
    stop.abort(new Error('enough'));
    await expect(ending).rejects.toThrow('enough');
  });

  it('again is the same to the provider, at the same port', async () => {
    const stage = await setStage();
    const first = await stage.signIn.start(stage.toRun, person());
    const second = await stage.signIn.start(stage.toRun, person());
    expect(second.credentialId).toBe(first.credentialId);
    expect(stage.provider.asked.filter((one) => one === 'POST /reg')).toHaveLength(1);
    expect((await stage.store.list()).values).toHaveLength(1);
  });

  it('registers again when the port is taken meanwhile', async () => {
    const stage = await setStage();
    await stage.signIn.start(stage.toRun, person());
    const [{ client }] = (await stage.store.list()).values as [{ client: { redirectUrl: string } }];
    const server = createServer();
    await new Promise<void>((done) => {
      server.listen(Number(new URL(client.redirectUrl).port), '127.0.0.1', done);
    });
    await stage.signIn.start(stage.toRun, person());
    server.close();
    expect(stage.provider.asked.filter((one) => one === 'POST /reg')).toHaveLength(2);
  });

  it('after an attempt that failed, is registered anew: the provider may have forgotten us', async () => {
    const stage = await setStage();
    await stage.signIn.start(stage.toRun, person());
    await expect(stage.signIn.start(stage.toRun, { timeoutMs: 50 })).rejects.toMatchObject({ problem: 'timeout' });
    await stage.signIn.start(stage.toRun, person());
    expect(stage.provider.asked.filter((one) => one === 'POST /reg')).toHaveLength(2);
  });

  it('without a browser here, brings the address it has ended at', async () => {
    const stage = await setStage();
    const questions: string[] = [];
    const askForRedirect = async (address: string): Promise<string> => {
      questions.push(address);
      // Mistaken at first.
      return questions.length === 1 ? 'what?' : (await new Browser().visit(address, isCallback)).url;
    };
    await expect(stage.signIn.start(stage.toRun, { askForRedirect })).resolves.toMatchObject({ scope: 'mcp' });
    expect(questions).toHaveLength(2);
  });

  it('is found by a name that the definition gives', async () => {
    const stage = await setStage({ auth: { type: 'oauth', credentialId: 'my account' } });
    const signedIn = await stage.signIn.start(stage.toRun, person());
    expect(signedIn.credentialId).toBe('my account');
    expect(await stage.signIn.token(stage.toRun)).toBeTypeOf('string');
    const other = {
      name: 'other',
      server: { url: stage.server.url, auth: { type: 'oauth', credentialId: 'x' } },
    } as const;
    expect(await stage.signIn.token(other)).toBeUndefined();
  });
});

describe('a client', () => {
  const auth = { type: 'oauth', clientId: 'known', clientSecret: '${SECRET}' } as const;
  const values = { env: { SECRET: 'canary-known-secret-0815' } };

  it('that is known beforehand is used, with its secret, which is not kept', async () => {
    const stage = await setStage({ auth, values });
    await stage.signIn.start(stage.toRun, person());
    expect(stage.provider.asked).not.toContain('POST /reg');
    expect(JSON.stringify((await stage.store.list()).values)).not.toContain('canary-known-secret');
    stage.wait(7200);
    expect(await stage.signIn.token(stage.toRun)).toBeTypeOf('string');
    expect(stage.provider.asked.filter((one) => one === 'POST /token')).toHaveLength(2);
  });

  it('comes back where the definition says', async () => {
    const { port } = new URL(await listening(createServer()));
    const redirectUri = 'http://localhost/other';
    const stage = await setStage({ auth: { ...auth, redirectUri }, values });
    const ann = person();
    await stage.signIn.start(stage.toRun, ann);
    expect((await ann.visits[0])?.url).toMatch(/^http:\/\/localhost:\d+\/other\?code=/);
    const taken = await setStage({ auth: { ...auth, callbackPort: Number(port) }, values });
    await expect(taken.signIn.start(taken.toRun, person())).rejects.toMatchObject({
      problem: 'port-taken',
      message: `OAuth authentication failed: port ${port} is in use`,
    });
  });

  it('whose secret cannot be resolved is reported', async () => {
    const stage = await setStage({ auth });
    await expect(stage.signIn.start(stage.toRun, person())).rejects.toMatchObject({
      problem: 'settings',
      message: 'OAuth authentication failed: auth.clientSecret: the variable SECRET is not set',
    });
  });

  it('is not shown to another provider because the server says so', async () => {
    const other = await setStage();
    const stage = await setStage({ auth, values, authorizationServers: [other.provider.issuer] });
    await stage.signIn.start(stage.toRun, person());
    stage.server.metadata = { ...stage.server.metadata, authorization_servers: [other.provider.issuer] };
    await expect(stage.signIn.start(stage.toRun, person())).rejects.toMatchObject({ problem: 'mismatch' });
    expect(other.provider.asked).not.toContain('GET /auth');
  });

  it('that registered itself does so again where the server has moved to', async () => {
    const other = await setStage();
    const stage = await setStage({ authorizationServers: [other.provider.issuer] });
    const { credentialId } = await stage.signIn.start(stage.toRun, person());
    stage.server.metadata = { ...stage.server.metadata, authorization_servers: [other.provider.issuer] };
    const moved = await stage.signIn.start(stage.toRun, person());
    expect(moved).toMatchObject({ issuer: other.provider.issuer, credentialId });
    expect(other.provider.asked).toContain('POST /reg');
  });

  it('fails where programs cannot register', async () => {
    const stage = await setStage();
    stage.provider.intercept = (request, response) => {
      if (!request.url?.startsWith('/.well-known')) return false;
      const { issuer } = stage.provider;
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
      return true;
    };
    await expect(stage.signIn.start(stage.toRun, person())).rejects.toMatchObject({
      problem: 'unregistered',
      message: `OAuth authentication failed: ${stage.provider.issuer} does not support dynamic client registration`,
      tip: expect.stringContaining('clientId'),
    });
  });
});

describe('an answer', () => {
  it('to another sign-in is not taken, and does not end this one', async () => {
    const stage = await setStage();
    const { address, ending } = await sent(stage);
    const { url } = await new Browser().visit(address.href, isCallback);
    const forged = new URL(url);
    forged.searchParams.set('state', 'x'.repeat(43));
    expect((await fetch(forged)).status).toBe(400);
    expect(stage.provider.asked).not.toContain('POST /token');
    await fetch(url);
    await expect(ending).resolves.toMatchObject({ issuer: stage.provider.issuer });
  });

  it.each([
    ['another', 'https://evil.example', 'code'],
    ['none', undefined, 'code'],
    ['another, with an error', 'https://evil.example', 'error'],
  ])('of %s issuer is not taken, and nothing it says is shown', async (_, iss, kind) => {
    const stage = await setStage();
    const { address, ending } = await sent(stage);
    const forged = new URL(address.searchParams.get('redirect_uri') ?? '');
    forged.searchParams.set('state', address.searchParams.get('state') ?? '');
    forged.searchParams.set(kind, 'forged-value');
    forged.searchParams.set('error_description', 'call +1 555 forged');
    if (iss !== undefined) forged.searchParams.set('iss', iss);
    const page = fetch(forged);
    await expect(ending).rejects.toMatchObject({
      problem: 'mismatch',
      message: `OAuth authentication failed: the answer did not come from ${stage.provider.issuer}`,
    });
    expect(await (await page).text()).not.toMatch(/forged|evil/);
    expect(stage.provider.asked).not.toContain('POST /token');
  });

  it('that the user denies is reported, without changing the page', async () => {
    const stage = await setStage();
    stage.provider.consents = false;
    const ann = person();
    await expect(stage.signIn.start(stage.toRun, ann)).rejects.toMatchObject({
      problem: 'denied',
      message: 'OAuth authentication failed: Ann <b>said</b> no (access_denied)',
    });
    expect((await ann.visits[0])?.text).toContain('Ann &lt;b&gt;said&lt;/b&gt; no');
    expect(await stage.signIn.status(stage.toRun)).toEqual({ state: 'none' });
  });

  it('that never comes ends it', async () => {
    const stage = await setStage();
    await expect(stage.signIn.start(stage.toRun, { timeoutMs: 50 })).rejects.toMatchObject({
      problem: 'timeout',
      message: 'OAuth flow timed out. Please try again.',
    });
  });

  it('with a code that is not good is told, without the code', async () => {
    const stage = await setStage();
    const { address, ending } = await sent(stage);
    const forged = new URL(address.searchParams.get('redirect_uri') ?? '');
    const { state = '' } = Object.fromEntries(address.searchParams);
    forged.search = String(new URLSearchParams({ code: 'canary-code-12345', state, iss: stage.provider.issuer }));
    void fetch(forged);
    const error: unknown = await ending.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^OAuth authentication failed: .*\(invalid_grant\)$/),
    });
    expect(String(error)).not.toContain('canary');
  });
});
