import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../src/gateway/auth/authenticate.ts';
import { AccessTokens, type OauthOptions } from '../../../../src/gateway/auth/oauth/access-tokens.ts';
import { AUDIENCE, publicText, signed, signingKey, startIssuer, type TestIssuer } from '../support/issuer.ts';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1000);

async function stage(more: Partial<OauthOptions> = {}) {
  const key = await signingKey('first');
  const issuer = await startIssuer(key);
  let waited = 0;
  const told: string[] = [];
  const tokens = new AccessTokens(
    { issuer: issuer.issuer, audience: AUDIENCE, ...more },
    { now: () => performance.now() + waited, tell: (text) => void told.push(text) },
  );
  return {
    told,
    key,
    issuer,
    verify: async (token: string): Promise<Verdict> => tokens.verify(token),
    wait: (seconds: number) => void (waited += seconds * 1000),
  };
}

const readsOf = ({ asked }: TestIssuer): number => asked.filter((path) => path === '/keys').length;
const invalid = { fault: 'invalid_token' };

describe('an access token', () => {
  it('is accepted if the authorization server issued it for the gateway', async () => {
    const { key, issuer, verify } = await stage();
    const token = await signed(key, issuer, { groups: ['dev'], scope: 'mcp other' });
    expect(await verify(token)).toMatchObject({
      kind: 'oauth',
      id: 'oauth:ann',
      scopes: ['mcp', 'other'],
      groups: ['dev'],
    });
    // The second time without a promise.
    expect(await verify(await signed(key, issuer, { aud: ['https://other.example', AUDIENCE] }))).toMatchObject({
      id: 'oauth:ann',
    });
    expect(readsOf(issuer)).toBe(1);
  });

  it.each([
    ['another audience', { aud: 'https://other.example/mcp' }],
    ['an audience that only begins the same', { aud: `${AUDIENCE}.evil.example` }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
    ['an expiry in the past', { exp: now() - 60 }],
    ['no expiry', { exp: undefined }],
    ['an expiry that is a text', { exp: '9999999999' as unknown as number }],
    ['a beginning in the future', { nbf: now() + 600 }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a list as the subject', { sub: ['ann'] }],
    ['a number as the subject', { sub: 7 }],
    ['an endless subject', { sub: 'x'.repeat(300) }],
  ])('is rejected with %s', async (_, claims) => {
    const { key, issuer, verify } = await stage();
    expect(await verify(await signed(key, issuer, claims))).toMatchObject(invalid);
  });

  it('is rejected without a signature, or with one that anybody could make', async () => {
    const { key, issuer, verify } = await stage();
    const good = await signed(key, issuer);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const none = base64({ alg: 'none', typ: 'JWT' });
    const hmac = new SignJWT(
      JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>,
    ).setProtectedHeader({
      alg: 'HS256',
      kid: key.kid,
    });
    const jwk = { alg: 'ES256', jwk: { kty: 'EC' }, jku: `${issuer.issuer}/evil`, kid: key.kid };
    const hostile = {
      'alg none': `${none}.${payload}.`,
      'alg none with a signature': `${none}.${payload}.${signature}`,
      'alg NONE': `${base64({ alg: 'NONE' })}.${payload}.${signature}`,
      'HS256 with the public key': await hmac.sign(await publicText(key)),
      'another payload': `${header}.${base64({ iss: issuer.issuer, aud: AUDIENCE, sub: 'root', exp: now() + 99 })}.${signature}`,
      'a key in the header': `${base64(jwk)}.${payload}.${signature}`,
      'another key with the same id': await signed(await signingKey('first'), issuer),
      'two parts': `${header}.${payload}`,
      'five parts': `${good}.${header}.${payload}`,
      'no JSON': `${Buffer.from('x').toString('base64url')}.${payload}.${signature}`,
      'a critical extension': `${base64({ alg: 'ES256', kid: key.kid, crit: ['x'], x: 1 })}.${payload}.${signature}`,
    };
    for (const [name, token] of Object.entries(hostile))
      expect({ name, verdict: await verify(token) }).toMatchObject({ name, verdict: invalid });
    expect(await verify(good)).toMatchObject({ id: 'oauth:ann' });
    expect(issuer.asked).not.toContain('/evil');
  });

  it('needs the required scopes, in either spelling', async () => {
    const { key, issuer, verify } = await stage({ scopes: ['mcp', 'tools'] });
    expect(await verify(await signed(key, issuer))).toMatchObject({ fault: 'insufficient_scope' });
    expect(await verify(await signed(key, issuer, { scope: 'mcp-tools mcptools' }))).toMatchObject({
      fault: 'insufficient_scope',
    });
    expect(await verify(await signed(key, issuer, { scope: 'tools mcp' }))).toMatchObject({ id: 'oauth:ann' });
    const listed = await signed(key, issuer, { scope: undefined, scp: ['mcp', 'tools'] });
    expect(await verify(listed)).toMatchObject({ id: 'oauth:ann' });
  });

  it('has the view of the first group that matches, and none without a group', async () => {
    const views = [
      { group: 'admins', view: '' },
      { group: 'dev', view: '?only=github' },
      { group: 'staff', view: '?only=docs' },
    ];
    const { key, issuer, verify } = await stage({ views, groupsClaim: 'roles' });
    const viewOf = async (roles: unknown): Promise<unknown> => verify(await signed(key, issuer, { roles }));
    expect(await viewOf(['staff', 'dev'])).toMatchObject({ view: '?only=github' });
    expect(await viewOf('staff')).toMatchObject({ view: '?only=docs' });
    expect(await viewOf(['admins'])).not.toHaveProperty('view');
    for (const roles of [undefined, [], ['guests'], { dev: true }, ['DEV']])
      expect(await viewOf(roles)).toMatchObject({ fault: 'no-view' });
    expect(await verify(await signed(key, issuer, { groups: ['admins'] }))).toMatchObject({ fault: 'no-view' });
  });
});

describe('the keys of the authorization server', () => {
  it('are read again for a new key, at most once per cooldown, however many unknown keys are named', async () => {
    const { key, issuer, verify, wait } = await stage();
    const next = await signingKey('second', 'RS256');
    expect(await verify(await signed(key, issuer))).toMatchObject({ id: 'oauth:ann' });
    await issuer.publish(key, next);
    expect(await verify(await signed(next, issuer))).toMatchObject(invalid);
    wait(31);
    expect(await verify(await signed(next, issuer))).toMatchObject({ id: 'oauth:ann' });
    expect(readsOf(issuer)).toBe(2);
    const flood = Array.from({ length: 200 }, async (_, number) =>
      verify(await signed(key, issuer, {}, { kid: `unknown-${number}` })),
    );
    for (const verdict of await Promise.all(flood)) expect(verdict).toMatchObject(invalid);
    wait(31);
    await Promise.all(
      Array.from({ length: 50 }, async (_, number) => verify(await signed(key, issuer, {}, { kid: `more-${number}` }))),
    );
    expect(readsOf(issuer)).toBe(3);
  });

  it('stay valid while it is down; unknown ones are rejected, and after a day all', async () => {
    const { key, issuer, verify, wait } = await stage();
    const unknown = await signingKey('unknown');
    expect(await verify(await signed(key, issuer))).toMatchObject({ id: 'oauth:ann' });
    issuer.isDown = true;
    wait(3600);
    expect(await verify(await signed(key, issuer, { jti: '1' }))).toMatchObject({ id: 'oauth:ann' });
    expect(await verify(await signed(unknown, issuer))).toHaveProperty('fault');
    expect(await verify(await signed(unknown, issuer, {}, { kid: 'first' }))).toMatchObject(invalid);
    wait(25 * 3600);
    expect(await verify(await signed(key, issuer, { jti: '2' }))).toMatchObject({ fault: 'unavailable' });
    issuer.isDown = false;
    wait(31);
    expect(await verify(await signed(key, issuer, { jti: '3' }))).toMatchObject({ id: 'oauth:ann' });
  });

  it('are reported once when they cannot be read, and when they can be read again', async () => {
    const { key, issuer, verify, wait, told } = await stage();
    issuer.isDown = true;
    for (let number = 0; number < 5; number += 1) {
      expect(await verify(await signed(key, issuer, { jti: String(number) }))).toMatchObject({ fault: 'unavailable' });
      wait(31);
    }
    expect(told).toEqual([expect.stringContaining(`The keys of ${issuer.issuer} cannot be read: `)]);
    expect(told[0]).toContain('get 503 until then');
    issuer.isDown = false;
    expect(await verify(await signed(key, issuer))).toMatchObject({ id: 'oauth:ann' });
    expect(told.slice(1)).toEqual([`The keys of ${issuer.issuer} can be read again.`]);
    issuer.isDown = true;
    wait(3600);
    await verify(await signed(key, issuer, { jti: 'later' }));
    await expect.poll(() => told[2]).toContain('The known keys stay valid for a day.');
  });

  it('that were removed are no longer valid once they are read again', async () => {
    const { key, issuer, verify, wait } = await stage();
    const next = await signingKey('second');
    expect(await verify(await signed(key, issuer, { jti: '1' }))).toMatchObject({ id: 'oauth:ann' });
    await issuer.publish(next);
    wait(700);
    // Old keys are read again in the background.
    await verify(await signed(key, issuer, { jti: '2' }));
    await expect
      .poll(async () => verify(await signed(key, issuer, { jti: String(Math.random()) })))
      .toMatchObject(invalid);
  });

  it('let nobody in when there were none from the beginning, or they are those of another issuer', async () => {
    const { key, issuer, verify } = await stage();
    issuer.isDown = true;
    expect(await verify(await signed(key, issuer))).toMatchObject({ fault: 'unavailable' });
    const other = await startIssuer(key);
    const tokens = new AccessTokens({ issuer: `${other.issuer}/`, audience: AUDIENCE });
    expect(await tokens.verify(await signed(key, other, { iss: `${other.issuer}/` }))).toMatchObject({
      fault: 'unavailable',
    });
    expect(other.asked).not.toContain('/keys');
  });
});
