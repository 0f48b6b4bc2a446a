import { request as httpsRequest } from 'node:https';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { type HttpFront, serveHttp } from '../../../../src/gateway/http/serve-http.ts';
import { bearer, frontWithTokens, memoryTokens } from '../../auth/support/tokens.ts';
import { certificate, hasOpenssl, type Certificate } from '../support/certificate.ts';
import { scriptedGateway } from '../support/scripted-gateway.ts';
import { ask, front, modern, TOKEN } from '../support/visitor.ts';

async function askTls(
  door: HttpFront,
  token: string | undefined,
  { cert }: Certificate,
): Promise<{ status: number; headers: Record<string, unknown>; peer: string }> {
  const { headers, body } = modern('tools/list');
  const all = {
    ...headers,
    'content-type': 'application/json',
    ...(token !== undefined && bearer(token)),
  };
  return new Promise((done, fail) => {
    const sent = httpsRequest(
      {
        host: '127.0.0.1',
        port: door.address.port,
        path: '/mcp',
        method: 'POST',
        ca: cert,
        agent: false,
        headers: all,
      },
      (response) => {
        const { subject } = (
          response.socket as unknown as { getPeerCertificate(): { subject: { CN: string } } }
        ).getPeerCertificate();
        response
          .resume()
          .on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, peer: subject.CN }));
      },
    );
    sent.on('error', fail).end(JSON.stringify(body));
  });
}

describe.skipIf(!hasOpenssl)('a gateway that encrypts (openssl)', () => {
  it('serves named tokens on all addresses, and its certificate can be renewed', async () => {
    const [store, first, second] = [memoryTokens(), certificate(), certificate('renewed.example')];
    const alice = await store.issue('alice');
    const door = await frontWithTokens(scriptedGateway(), store, { host: '0.0.0.0', tls: first });
    expect(door.url).toMatch(/^https:/);
    expect(await askTls(door, alice, first)).toMatchObject({ status: 200, peer: 'localhost' });
    expect(await askTls(door, undefined, first)).toMatchObject({ status: 401 });
    door.renewTls(second);
    expect(await askTls(door, alice, second)).toMatchObject({ status: 200, peer: 'renewed.example' });
    await expect(askTls(door, alice, first)).rejects.toThrow(/certificate/);
    expect(() => door.renewTls({ cert: first.cert, key: second.key })).toThrow(/key values mismatch/);
    expect(await askTls(door, alice, second)).toMatchObject({ status: 200 });
  });

  it('accepts nothing older than TLS 1.2, and nothing unencrypted', async () => {
    const [store, own] = [memoryTokens(), certificate()];
    const alice = await store.issue('alice');
    const door = await frontWithTokens(scriptedGateway(), store, { host: '0.0.0.0', tls: own });
    const outcome = async (version: 'TLSv1.1' | 'TLSv1.2'): Promise<string> =>
      new Promise((done) => {
        const socket = connect(
          {
            host: '127.0.0.1',
            port: door.address.port,
            ca: own.cert,
            minVersion: 'TLSv1',
            maxVersion: version,
            ciphers: 'DEFAULT@SECLEVEL=0',
          },
          () => {
            done(socket.getProtocol() ?? '');
            socket.destroy();
          },
        );
        socket.on('error', () => done('refused'));
      });
    expect([await outcome('TLSv1.1'), await outcome('TLSv1.2')]).toEqual(['refused', 'TLSv1.2']);
    await expect(ask(door, { ...modern('tools/list'), headers: bearer(alice) })).rejects.toThrow(
      /hang up|ECONNRESET|Parse/,
    );
  });

  it('keeps authenticated connections when strangers fill it up', async () => {
    const [store, own] = [memoryTokens(), certificate()];
    const alice = await store.issue('alice');
    const limits = { strangerConnections: 2, strangerConnectionsPerAddress: 2 };
    const door = await frontWithTokens(scriptedGateway(), store, { host: '0.0.0.0', tls: own, limits });
    for (let count = 0; count < 8; count += 1) expect(await askTls(door, alice, own)).toMatchObject({ status: 200 });
  });
});

describe('a gateway that other machines can reach', () => {
  it('does not start without encryption or credentials', async () => {
    const gateway = scriptedGateway();
    const auth = { namedToken: () => undefined };
    // Refused before the certificate is read.
    for (const options of [{}, { auth }, { tls: { cert: '', key: '' } }, { proxies: ['10.0.0.1'] }])
      await expect(serveHttp(gateway, { token: TOKEN, host: '0.0.0.0', ...options })).rejects.toMatchObject({
        code: 'usage',
      });
  });

  it('behind a proxy believes only the proxy, and lets nobody bypass it', async () => {
    const store = memoryTokens();
    const alice = await store.issue('alice');
    const options = {
      host: '0.0.0.0',
      publicUrl: 'https://gw.example',
      oauth: { issuer: 'https://as.example', audience: 'x' },
    };
    const behind = await frontWithTokens(scriptedGateway(), store, { ...options, proxies: ['127.0.0.1'] });
    const forwarded = {
      host: 'gateway:7420',
      'x-forwarded-host': 'gw.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9',
    };
    const { headers, body } = modern('tools/list');
    const status = async (more: Record<string, string>): Promise<number> =>
      (await ask(behind, { headers: { ...headers, ...forwarded, ...bearer(alice), ...more }, body })).status;
    expect(behind.url).toBe('https://gw.example/mcp');
    expect(await status({})).toBe(200);
    expect(await status({ 'x-forwarded-host': 'evil.example' })).toBe(403);
    // The local token is for this machine only.
    expect(await status(bearer(TOKEN))).toBe(401);
    expect(await status({ ...bearer(TOKEN), 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })).toBe(401);
    const refused = await ask(behind, { headers: { ...headers, ...forwarded, authorization: undefined }, body });
    expect(refused.headers['www-authenticate']).toContain('resource_metadata="https://gw.example/.well-known/');
    const elsewhere = await frontWithTokens(scriptedGateway(), store, { ...options, proxies: ['10.9.8.7'] });
    // From this machine it is let in directly, but its headers are not believed.
    const direct = await ask(elsewhere, {
      headers: { ...headers, ...forwarded, host: 'gw.example', ...bearer(alice) },
      body,
    });
    expect(direct.status).toBe(200);
    expect((await ask(elsewhere, { headers: { ...headers, ...forwarded, ...bearer(alice) }, body })).status).toBe(403);
  });

  it('on this machine only, believes no forwarding header', async () => {
    const door = await front(scriptedGateway());
    const { headers, body } = modern('tools/list');
    const sent = { ...headers, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' };
    expect((await ask(door, { headers: sent, body })).status).toBe(200);
  });
});
