import { describe, expect, it } from 'vitest';
import { forbidden, isLoopbackName } from '../../../src/runtime/sign-in/forbidden-address.ts';

const nowhere = { loopback: false, privateNetworks: false };
const everywhere = { loopback: true, privateNetworks: true };

describe('an address', () => {
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'of the internet may be contacted: %s',
    (address) => expect(forbidden(address, nowhere)).toBeUndefined(),
  );

  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1'])(
    'of this machine only when that is meant: %s',
    (address) => {
      expect(forbidden(address, nowhere)).toBe('it is this machine');
      expect(forbidden(address, { ...nowhere, privateNetworks: true })).toBe('it is this machine');
      expect(forbidden(address, everywhere)).toBeUndefined();
    },
  );

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    'fd12::1',
    'fc00::1',
    'fec0::1',
    '::ffff:10.0.0.1',
    '64:ff9b::c0a8:101',
  ])('of a private network only when that is meant: %s', (address) => {
    expect(forbidden(address, { ...nowhere, loopback: true })).toBe('it is in a private network');
    expect(forbidden(address, everywhere)).toBeUndefined();
  });

  it.each([
    '0.0.0.0',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'fe80::1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::7f00:1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:0:1::1',
    '198.18.0.1',
    '192.0.2.1',
  ])('with a meaning of its own never: %s', (address) => {
    expect(forbidden(address, everywhere)).toBe('it is a special address');
  });
});

it.each([
  ['localhost', true],
  ['a.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost.example.com', false],
  ['notlocalhost', false],
  ['127.0.0.1.example.com', false],
  ['10.0.0.1', false],
])('%s can only be this machine: %s', (name, verdict) => expect(isLoopbackName(name)).toBe(verdict));
