import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { findSecret, readSecret, removeSecret, storeSecret, storeSecrets } from '../../../src/secrets/secrets.ts';
import { openVault } from '../../../src/secrets/vaults/open-vault.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { readVaultIndex } from '../../../src/store/vault/vault-index.ts';
import { canRunKeyring, type Keyring, startKeyring } from '../../support/keyring.ts';

const bin = fileURLToPath(new URL('../servers/vault-bin', import.meta.url));

function hostIn(env: Record<string, string>, home = realpathSync(mkdtempSync(join(homedir(), 'kept-')))): Host {
  const { PATH = '' } = process.env;
  const all = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', HOME: home, PATH: `${bin}:${PATH}`, ...env };
  return { ...nodeHost(), home, cwd: home, env: all };
}

describe('a vault that does not keep a value', () => {
  const host = hostIn({ OP_KEEPS: '10' });
  const place = { vault: '1password' } as const;

  it('gets the previous value back', async () => {
    await storeSecret(host, 'TOKEN', 'previous', place);
    const record = await findSecret(host, 'TOKEN');
    const storing = storeSecret(host, 'TOKEN', 'a longer value', { ...place, at: record.at });
    await expect(storing).rejects.toMatchObject({ code: 'vault-not-kept', data: { now: 'restored' } });
    expect(await readSecret(host, record)).toBe('previous');
    expect(await findSecret(host, 'TOKEN')).toEqual(record);
  });

  it('does not have a part of a new one', async () => {
    const items = readdirSync(join(host.home, 'op'));
    const storing = storeSecret(host, 'NEW_TOKEN', 'a longer value', place);
    await expect(storing).rejects.toMatchObject({ code: 'vault-not-kept', data: { now: 'removed' } });
    expect(readdirSync(join(host.home, 'op'))).toEqual(items);
  });
});

it.each(['file', '1password'] as const)(
  'values stored in %s at once are all kept, one after the other',
  async (vault) => {
    const host = hostIn({});
    const values = Array.from({ length: 3 }, (_, index) => `value ${index}`);
    await Promise.all(values.map(async (value) => storeSecret(host, 'TOKEN', value, { vault })));
    expect(values).toContain(await readSecret(host, await findSecret(host, 'TOKEN')));
  },
);

it('a vault that waits for a person keeps no other one waiting', async () => {
  const host = hostIn({});
  const lock = join(host.home, 'locked');
  writeFileSync(lock, '');
  const locked = { ...host, env: { ...host.env, OP_LOCKED: lock } };
  const storing = storeSecret(locked, 'TOKEN', 'value', { vault: '1password' });
  await expect.poll(() => existsSync(join(host.home, 'op', 'arguments.log'))).toBe(true);
  await storeSecret(host, 'OTHER_TOKEN', 'value', { vault: 'file' });
  rmSync(lock);
  await storing;
  expect((await readVaultIndex(host)).secrets.map(({ name }) => name)).toEqual(['OTHER_TOKEN', 'TOKEN']);
});

it('a removal leaves what another command has stored elsewhere meanwhile', async () => {
  const host = hostIn({});
  await storeSecret(host, 'TOKEN', 'first', { vault: '1password' });
  const lock = join(host.home, 'locked');
  writeFileSync(lock, '');
  const locked = { ...host, env: { ...host.env, OP_LOCKED: lock } };
  const log = join(host.home, 'op', 'arguments.log');
  rmSync(log);
  const removing = removeSecret(locked, await findSecret(host, 'TOKEN'));
  await expect.poll(() => existsSync(log)).toBe(true);
  await storeSecret(host, 'TOKEN', 'second', { vault: 'file' });
  rmSync(lock);
  await removing;
  expect(await readSecret(host, await findSecret(host, 'TOKEN'))).toBe('second');
});

it('a value that was stored meanwhile is neither replaced nor removed', async () => {
  const host = hostIn({});
  const { secrets: seen } = await readVaultIndex(host);
  await storeSecret(host, 'TOKEN', 'first', { vault: 'file' }, seen);
  const storing = storeSecret(host, 'TOKEN', 'second', { vault: 'file' }, seen);
  await expect(storing).rejects.toMatchObject({ code: 'secret-exists' });
  const record = await findSecret(host, 'TOKEN');
  await storeSecret(host, 'TOKEN', 'third', { vault: 'file' });
  await expect(removeSecret(host, record)).rejects.toMatchObject({ code: 'secret-exists' });
  expect(await readSecret(host, await findSecret(host, 'TOKEN'))).toBe('third');
});

it('says that nothing could be put back, if the vault fails again', async () => {
  const host = hostIn({});
  await storeSecret(host, 'TOKEN', 'previous', { vault: '1password' });
  const { at } = await findSecret(host, 'TOKEN');
  const full = { ...host, env: { ...host.env, OP_FULL: '3' } };
  const storing = storeSecret(full, 'TOKEN', 'a longer value', { vault: '1password', at });
  await expect(storing).rejects.toMatchObject({ code: 'vault-not-kept', data: { now: 'unknown' } });
});

it('a value that cannot be read can be replaced', async () => {
  const host = hostIn({});
  await storeSecret(host, 'TOKEN', 'previous', { vault: 'file' });
  const [file = ''] = readdirSync(join(host.home, '.local/state/plugboard/vault'));
  writeFileSync(join(host.home, '.local/state/plugboard/vault', file), 'damaged', { mode: 0o600 });
  await storeSecret(host, 'TOKEN', 'new', { vault: 'file' });
  expect(await readSecret(host, await findSecret(host, 'TOKEN'))).toBe('new');
});

describe.skipIf(!canRunKeyring)('a value that is too long for the keychain (gnome-keyring)', () => {
  let keyring: Keyring | undefined;
  let host: Host = nodeHost();
  const place = { vault: 'keychain' } as const;
  const tooLong = 'x'.repeat(8193);
  beforeAll(async () => {
    keyring = await startKeyring();
    host = hostIn(keyring.env, keyring.home);
  });
  afterAll(() => keyring?.stop());

  it('is refused with its length before the old one is replaced', async () => {
    const longest = `${'ü'.repeat(4095)}\n\n`;
    await storeSecret(host, 'TOKEN', longest, place);
    await expect(storeSecret(host, 'TOKEN', tooLong, place)).rejects.toMatchObject({
      code: 'vault-value-too-long',
      data: { vault: 'keychain', name: 'TOKEN', bytes: 8193, limit: 8192 },
    });
    expect(await readSecret(host, await findSecret(host, 'TOKEN'))).toBe(longest);
  });

  it('is refused before any other of a migration is stored', async () => {
    const values = new Map([
      ['SHORT', 'abc'],
      ['LONG', tooLong],
    ]);
    await expect(storeSecrets(host, values, place)).rejects.toMatchObject({ code: 'vault-value-too-long' });
    const vault = await openVault(host, 'keychain', []);
    for (const name of values.keys()) expect(await vault.read(name, undefined)).toBeUndefined();
    expect((await readVaultIndex(host)).secrets.map(({ name }) => name)).toEqual(['TOKEN']);
  });
});
