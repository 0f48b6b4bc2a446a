import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listenFault } from '../../../../src/gateway/http/listen/listening.ts';
import { addressList, isLoopbackHost, proxiesFault, readPeers } from '../../../../src/gateway/http/listen/peers.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false): IncomingMessage =>
  ({ socket: { remoteAddress, ...(encrypted && { encrypted }) }, headers: { host: 'gw', ...headers } }) as never;
const forged = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };

describe('forwarding headers', () => {
  const peerOf = readPeers(['10.0.0.0/8', 'fd00::/8']);

  it('are ignored unless a trusted proxy sent them', () => {
    for (const address of ['192.0.2.1', '11.0.0.1', '::1', '2001:db8::1', '127.0.0.1']) {
      const near = address === '::1' || address === '127.0.0.1';
      const expected = { address, host: 'gw', scheme: 'http', isNear: near, isProtected: near };
      expect(peerOf(request(address, forged))).toEqual(expected);
    }
  });

  it('of a trusted proxy say who the client is and how it connected', () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'GW.Example',
    };
    const expected = { address: '203.0.113.9', host: 'gw.example', scheme: 'https', isNear: false, isProtected: true };
    for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::5'])
      expect(peerOf(request(proxy, headers))).toEqual(expected);
  });

  it('count from the right, because clients can send the left part themselves', () => {
    const addressFor = (chain: string): string => peerOf(request('10.0.0.1', { 'x-forwarded-for': chain })).address;
    expect(addressFor('127.0.0.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(addressFor('127.0.0.1, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9');
    expect(addressFor('10.0.0.7, 10.0.0.8')).toBe('10.0.0.7');
    expect(addressFor('[2001:db8::1]:4711')).toBe('2001:db8::1');
    // Text that is no address is nobody's, and not that of this machine.
    for (const odd of ['unknown', '127.0.0.1, unknown', 'localhost', '127.1']) {
      expect(peerOf(request('10.0.0.1', { 'x-forwarded-for': odd }))).toMatchObject({ address: '', isNear: false });
    }
  });

  it('with an unknown scheme change nothing', () => {
    expect(peerOf(request('10.0.0.1', { 'x-forwarded-proto': 'gopher' })).scheme).toBe('http');
    expect(peerOf(request('10.0.0.1', { 'x-forwarded-proto': 'http, https' })).scheme).toBe('https');
  });
});

describe('listening', () => {
  const base = { host: '0.0.0.0', hasTls: false, isBehindProxy: false, hasPrincipals: false };

  it('on this machine needs nothing else', () => {
    for (const host of ['127.0.0.1', '127.8.9.1', '::1', 'localhost', 'LOCALHOST'])
      expect(listenFault({ ...base, host })).toBeUndefined();
    for (const host of ['0.0.0.0', '::', '192.168.1.2', 'gateway.example', '127.0.0.1.example', ''])
      expect(isLoopbackHost(host)).toBe(false);
  });

  it('for other machines needs encryption and credentials, and the message says how to get them', () => {
    expect(listenFault(base)).toMatch(/--cert and --key.*--behind-proxy/);
    expect(listenFault({ ...base, hasPrincipals: true })).toMatch(/--cert/);
    for (const way of [{ hasTls: true }, { isBehindProxy: true }]) {
      expect(listenFault({ ...base, ...way })).toMatch(/gateway token create.*--oauth-issuer/);
      expect(listenFault({ ...base, ...way, hasPrincipals: true })).toBeUndefined();
    }
  });

  it.each(['', 'x', '10.0.0.0/', '10.0.0.0/33', '10.0.0/8', '::/129', '1.2.3.4/8/8x', 'proxy.example'])(
    'rejects %j as the address of a proxy',
    (text) => {
      expect(() => addressList([text])).toThrow(RangeError);
      expect(proxiesFault([text])).toContain('is not an address');
    },
  );

  const wide = ['0.0.0.0/0', '10.0.0.0/0', '::/0', '::/00', '128.0.0.0/1', '8000::/1', '::ffff:0.0.0.0/96'];
  it.each(wide)('rejects %s, because clients would be proxies', (text) => {
    expect(proxiesFault(['10.0.0.1', text])).toContain('is too wide');
    expect(proxiesFault(['10.0.0.1', '10.0.0.0/8', 'fc00::/7', '::ffff:10.0.0.0/104'])).toBeUndefined();
  });
});
