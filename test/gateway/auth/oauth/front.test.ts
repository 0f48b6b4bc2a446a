import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OauthOptions } from '../../../../src/gateway/auth/oauth/access-tokens.ts';
import type { HttpFront } from '../../../../src/gateway/http/serve-http.ts';
import { createSignIn } from '../../../../src/runtime/sign-in/create-sign-in.ts';
import { credentialFiles } from '../../../../src/store/credentials/credentials.ts';
import { startHttp, withSessions } from '../../../runtime/servers/http.mjs';
import { startProvider } from '../../../runtime/sign-in/support/identity-provider.ts';
import { noKeychain, person } from '../../../runtime/sign-in/support/stage.ts';
import { box } from '../../../store/support/box.ts';
import { scriptedGateway } from '../../http/support/scripted-gateway.ts';
import { ask, front, listen, modern, type Received } from '../../http/support/visitor.ts';
import { gatewayWith } from '../../support/gateway-with.ts';
import { AUDIENCE, signed, signingKey, startIssuer } from '../support/issuer.ts';
import { bearer, initializeAs } from '../support/tokens.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

async function stage(more: Partial<OauthOptions> = {}, limits = {}) {
  const key = await signingKey('first');
  const issuer = await startIssuer(key);
  const gateway = scriptedGateway();
  const oauth = { issuer: issuer.issuer, audience: AUDIENCE, ...more };
  const door = await front(gateway, { oauth, limits });
  return { key, issuer, gateway, door, listTools: async (token: string) => listTools(door, token) };
}

async function listTools(door: HttpFront, token: string): Promise<Received> {
  const { headers, body } = modern('tools/list');
  return ask(door, { headers: { ...headers, ...bearer(token) }, body });
}

describe('a gateway with an authorization server', () => {
  it('keeps the known keys when its settings change while the issuer is down', async () => {
    const { door, issuer, key, listTools } = await stage();
    expect((await listTools(await signed(key, issuer))).status).toBe(200);
    issuer.isDown = true;
    const views = [{ group: 'dev', view: '' }];
    door.update({ oauth: { issuer: issuer.issuer, audience: AUDIENCE, views } });
    expect((await listTools(await signed(key, issuer, { jti: '1', groups: ['dev'] }))).status).toBe(200);
    expect((await listTools(await signed(key, issuer, { jti: '2', groups: [] }))).status).toBe(403);
  });

  it('tells clients where to sign in, without a token', async () => {
    const { door, issuer, listTools } = await stage({ scopes: ['mcp', 'tools'] });
    const origin = new URL(door.url).origin;
    const metadata = {
      resource: AUDIENCE,
      authorization_servers: [issuer.issuer],
      scopes_supported: ['mcp', 'tools'],
      bearer_methods_supported: ['header'],
      resource_name: 'Plugboard',
    };
    for (const path of [WELL_KNOWN, `${WELL_KNOWN}/mcp`, `${WELL_KNOWN}/mcp/cursor`]) {
      const answer = await ask(door, { method: 'GET', path, headers: { authorization: undefined } });
      expect([answer.status, answer.json]).toEqual([200, metadata]);
    }
    for (const path of [`${WELL_KNOWN}/other`, `${WELL_KNOWN}/mcpx`, '/.well-known/openid-configuration'])
      expect((await ask(door, { method: 'GET', path, headers: { authorization: undefined } })).status).toBe(404);
    expect((await ask(door, { method: 'POST', path: WELL_KNOWN, body: {} })).status).toBe(405);
    const link = `scope="mcp tools", resource_metadata="${origin}${WELL_KNOWN}/mcp"`;
    const without = await ask(door, { ...modern('tools/list'), headers: { authorization: undefined } });
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, `Bearer ${link}`]);
    const wrong = await listTools('a.b.c');
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, `Bearer error="invalid_token", ${link}`]);
  });

  it('answers 403 with the scopes that are missing, and to users without a group', async () => {
    const { key, issuer, door, listTools } = await stage({
      scopes: ['tools'],
      views: [{ group: 'dev', view: '?only=github' }],
    });
    const few = await listTools(await signed(key, issuer, { groups: ['dev'] }));
    const link = `resource_metadata="${new URL(door.url).origin}${WELL_KNOWN}/mcp"`;
    expect([few.status, few.headers['www-authenticate']]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="tools", ${link}`,
    ]);
    expect((await listTools(await signed(key, issuer, { scope: 'tools' }))).status).toBe(403);
    expect((await listTools(await signed(key, issuer, { scope: 'tools', groups: ['dev'] }))).status).toBe(200);
  });

  it('opens a session for the user within the view of the group, in both eras', async () => {
    const { key, issuer, gateway, door, listTools } = await stage({ views: [{ group: 'dev', view: '?only=github' }] });
    const ann = await signed(key, issuer, { groups: ['dev'] });
    const bob = await signed(key, issuer, { groups: ['dev'], sub: 'bob' });
    expect((await listTools(ann)).status).toBe(200);
    const session = await initializeAs(door, ann);
    const account = `oauth:ann ${issuer.issuer}`;
    expect(gateway.sessions.map(({ options }) => options)).toEqual([
      { isStateless: true, principal: 'oauth:ann', account, within: '?only=github' },
      { principal: 'oauth:ann', account, within: '?only=github' },
    ]);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect((await ask(door, { headers: { ...session, ...bearer(bob) }, body })).status).toBe(404);
    // A renewed token of the same user continues the session; one with other groups does not.
    const renewed = await signed(key, issuer, { groups: ['dev'], jti: 'new' });
    expect((await ask(door, { headers: { ...session, ...bearer(renewed) }, body })).status).toBe(200);
  });

  it('rejects tokens that are too long unread, and everything while the keys are missing', async () => {
    const { key, issuer, gateway, listTools } = await stage();
    expect((await listTools(`${'a'.repeat(13_000)}.b.c`)).status).toBe(401);
    expect(issuer.asked).toEqual([]);
    issuer.isDown = true;
    const down = await listTools(await signed(key, issuer));
    expect([down.status, down.headers['retry-after']]).toEqual([503, '5']);
    expect(gateway.sessions).toEqual([]);
  });

  it('gives users neither metrics nor the status of servers', async () => {
    const { key, issuer, door } = await stage();
    const headers = bearer(await signed(key, issuer));
    expect((await ask(door, { method: 'GET', path: '/metrics', headers })).status).toBe(403);
    expect((await ask(door, { method: 'GET', path: '/health', headers })).json).toEqual({ status: 'ok' });
  });

  it('ends the streams of a token when it expires', async () => {
    const { key, issuer, gateway, door } = await stage({}, { keepAliveMs: 20 });
    const soon = Math.floor(Date.now() / 1000) + 2;
    const token = await signed(key, issuer, { exp: soon });
    const session = await initializeAs(door, token);
    const stream = await listen(door, { method: 'GET', headers: session });
    const { headers, body } = modern('hang');
    const pending = listen(door, { headers: { ...headers, ...bearer(token) }, body });
    expect(await stream.next()).toBeUndefined();
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(soon);
    // A call in flight is not cut off.
    await gateway.until('hang');
    gateway.sessions.at(-1)?.send({ id: 1, result: {} }, 1);
    (await pending).drop();
  });
});

it('a user signs in with our own client at a real provider, calls a tool, and the server never sees the token', async () => {
  const provider = await startProvider('jwt');
  const upstream = await startHttp(withSessions().handler);
  onTestFinished(async () => upstream.close());
  const gateway = gatewayWith([{ name: 'remote', server: { url: upstream.url } }]);
  const port = await freePort();
  const audience = `http://127.0.0.1:${port}/mcp`;
  const door = await front(gateway, { port, oauth: { issuer: provider.issuer, audience, scopes: ['mcp'] } });
  expect(door.url).toBe(audience);
  const signIn = createSignIn({
    store: credentialFiles(box().host, { keychain: noKeychain }),
    values: { env: {} },
    now: () => Date.now(),
    random: () => 0,
    authorizationServers: [provider.issuer],
  });
  const toRun = { name: 'gateway', server: { url: `${door.url}/cursor`, retries: 0 } };
  expect(await signIn.start(toRun, person())).toMatchObject({ issuer: provider.issuer, scope: 'mcp' });
  const token = (await signIn.token(toRun)) ?? '';
  expect(token.split('.')).toHaveLength(3);
  const listed = await listTools(door, token);
  const [{ name }] = listed.json.result.tools;
  const call = modern('tools/call', { name, arguments: {} });
  const answer = await ask(door, { ...call, headers: { ...call.headers, ...bearer(token) } });
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  expect(upstream.asked()).toContain('POST tools/call');
  const sent = JSON.stringify(upstream.requests.map(({ headers, message }) => [headers, message]));
  expect(sent).not.toContain(token);
  expect(sent).not.toMatch(/"authorization"/i);
});

/** The audience of tokens contains the port, so it must be known before the gateway listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => {
    server.close(done);
  });
  return port;
}
