import { mkdtempSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { findSecret, readSecret, removeSecret, storeSecret } from '../../../src/secrets/secrets.ts';
import { openVault } from '../../../src/secrets/vaults/open-vault.ts';
import { keyRing } from '../../../src/store/credentials/key.ts';
import { systemKeychain } from '../../../src/store/credentials/keychain.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { canRunKeyring, type Keyring, startKeyring } from '../../support/keyring.ts';

describe.skipIf(!canRunKeyring)('a keychain that was locked after it got a value (gnome-keyring)', () => {
  let keyring: Keyring | undefined;
  let host: Host = nodeHost();
  beforeAll(async () => {
    keyring = await startKeyring();
    host = { ...nodeHost(), home: keyring.home, cwd: keyring.home, env: keyring.env };
    await storeSecret(host, 'TOKEN', 'abc', { vault: 'keychain' });
    await keyRing(host, systemKeychain(host)).own();
    keyring.lock();
  });
  afterAll(() => keyring?.stop());

  it('is reported as locked, and not as one without the value', async () => {
    await expect(readSecret(host, await findSecret(host, 'TOKEN'))).rejects.toMatchObject({ code: 'vault-locked' });
    expect(await (await openVault(host, 'keychain', [])).read('OTHER', undefined)).toBeUndefined();
  });

  it('loses neither the value nor its name', async () => {
    const record = await findSecret(host, 'TOKEN');
    await expect(removeSecret(host, record)).rejects.toMatchObject({ code: 'vault-locked' });
    expect(await findSecret(host, 'TOKEN')).toEqual(record);
  });

  it.each(['TOKEN', 'NEW_TOKEN'])('says why it does not store %s', async (name) => {
    const storing = storeSecret(host, name, 'new', { vault: 'keychain' });
    await expect(storing).rejects.toMatchObject({ code: 'vault-locked' });
  });

  it('gets no second key', async () => {
    expect((await keyRing(host, systemKeychain(host)).own()).place).toBe('file');
  });
});

describe('a keychain that cannot be asked', () => {
  const home = mkdtempSync(join(homedir(), 'no-keychain-'));
  const hostWith = (env: Record<string, string>): Host => ({ ...nodeHost(), platform: 'linux', home, cwd: home, env });

  it.skipIf(!canRunKeyring)('says why (gnome-keyring)', async () => {
    const host = hostWith({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', LC_ALL: 'C' });
    const reading = (await openVault(host, 'keychain', [])).read('TOKEN', undefined);
    await expect(reading).rejects.toMatchObject({ code: 'vault-failed' });
    await expect(reading).rejects.not.toThrow('••');
  });
});
