import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { isLoopback, isThisMachine } from '../../../src/opencode/server/this-machine.ts';

const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

it.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  '127.0.0.1',
  '127.1',
  '127.8.9.1',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:0.0.0.0]',
  ...own.filter((address) => !address.includes(':')),
])('http://%s is on this machine', async (host) => {
  expect(await isThisMachine(`http://${host}:4096`)).toBe(true);
});

it.each(['192.0.2.7', '127.evil.invalid', 'localhost.evil.invalid', '[2001:db8::1]'])(
  'http://%s is on another machine',
  async (host) => {
    expect(await isThisMachine(`http://${host}:4096`)).toBe(false);
  },
);

it('what listens on all addresses is not on loopback', () => {
  expect(['0.0.0.0', '::', '127.evil.invalid', '127.0.0.1', '::1', 'localhost'].map(isLoopback)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});
