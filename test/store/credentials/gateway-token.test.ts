import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { gatewayToken, gatewayTokenPath, rotateGatewayToken } from '../../../src/store/credentials/gateway-token.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

const place = (): Host => ({ ...nodeHost(), env: { PLUGBOARD_HOME: mkdtempSync(join(homedir(), 'token-')) } });

it('makes one token of 256 bits, however many ask at once, and keeps it to itself', async () => {
  const host = place();
  const [first, ...others] = await Promise.all([gatewayToken(host), gatewayToken(host), gatewayToken(host)]);
  expect(Buffer.from(first, 'base64url')).toHaveLength(32);
  expect(new Set([first, ...others, await gatewayToken(host)]).size).toBe(1);
  expect(readFileSync(gatewayTokenPath(host), 'utf8')).toBe(`${first}\n`);
  if (process.platform !== 'win32') expect(statSync(gatewayTokenPath(host)).mode & 0o777).toBe(0o600);
});

it('puts another one in its place', async () => {
  const host = place();
  const before = await gatewayToken(host);
  const after = await rotateGatewayToken(host);
  expect(after).not.toBe(before);
  expect(await gatewayToken(host)).toBe(after);
});

it.skipIf(process.platform === 'win32')('does not use one that others may read', async () => {
  const host = place();
  await gatewayToken(host);
  chmodSync(gatewayTokenPath(host), 0o644);
  await expect(gatewayToken(host)).rejects.toThrow(/others may read/);
});

it('does not use one that is too short to protect anything', async () => {
  const host = place();
  await gatewayToken(host);
  writeFileSync(gatewayTokenPath(host), 'short\n');
  expect(await gatewayToken(host)).toMatch(/^[\w-]{43}$/);
});
