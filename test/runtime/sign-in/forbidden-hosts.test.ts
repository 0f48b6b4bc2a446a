import { describe, expect, it } from 'vitest';
import { forbiddenHost } from '../../../src/runtime/sign-in/forbidden-address.ts';
import { keptTokens } from '../../../src/runtime/sign-in/tokens/tokens.ts';

const outside = { loopback: false, privateNetworks: false };

describe('the page of a sign-in', () => {
  it.each([
    'localhost',
    'localhost.',
    'a.localhost',
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    '[::]',
    '192.168.1.1',
    '169.254.169.254',
  ])('is not opened at %s', (host) => expect(forbiddenHost(host, outside)).toMatch(/^it is /));

  it.each(['login.example.com', '93.184.215.14'])('is opened at %s', (host) =>
    expect(forbiddenHost(host, outside)).toBeUndefined(),
  );

  it('is opened in a private network for a server that is there', () => {
    expect(forbiddenHost('192.168.1.1', { loopback: false, privateNetworks: true })).toBeUndefined();
  });
});

it.each([1e308, -5, 3600])('keeps a time that can be read when a token is good for %d seconds', (seconds) => {
  const { expiresAt = Number.NaN } = keptTokens(
    { access_token: 'a', token_type: 'bearer', expires_in: seconds },
    undefined,
    1000,
  );
  expect(Number.isNaN(new Date(expiresAt).getTime())).toBe(false);
  expect(expiresAt).toBeGreaterThanOrEqual(1000);
});
