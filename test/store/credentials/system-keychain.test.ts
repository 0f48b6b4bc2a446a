import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keychainLookup, keychainStore } from '../../../src/model/secrets/keychain-program.ts';
import { resolveConfigValue } from '../../../src/runtime/values/config-value.ts';
import { credentialFiles } from '../../../src/store/credentials/credentials.ts';
import { systemKeychain } from '../../../src/store/credentials/keychain.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { canRunKeyring, type Keyring, startKeyring } from '../../support/keyring.ts';

describe.skipIf(!canRunKeyring)('the Secret Service (gnome-keyring)', () => {
  let home = '';
  let env: Record<string, string> = {};
  let keyring: Keyring | undefined;

  beforeAll(async () => {
    keyring = await startKeyring();
    ({ home, env } = keyring);
  });

  afterAll(() => keyring?.stop());

  it('returns what was stored, and nothing for another account', async () => {
    const keychain = systemKeychain({ platform: 'linux', env, home });
    const secret = '"two words"\n$HOME ü -x';
    await keychain.write('-account of mine', secret);
    expect(await keychain.read('-account of mine')).toBe(secret);
    expect(await keychain.read('account')).toBeUndefined();
    await keychain.write('-account of mine', 'replaced');
    expect(await keychain.read('-account of mine')).toBe('replaced');
  });

  it('holds the key that sign-ins are encrypted with', async () => {
    const host = { ...nodeHost(), home, env };
    expect(await credentialFiles(host).write('id', { token: 'abc' })).toBe('keychain');
    expect(await credentialFiles(host).read('id')).toEqual({ token: 'abc' });
  });

  it('resolves references of servers', async () => {
    await systemKeychain({ platform: 'linux', env, home }).write('reference', 'from the keyring');
    expect(await resolveConfigValue('keychain:plugboard/reference', { env })).toMatchObject({
      text: 'from the keyring',
    });
  });

  it('rejects while there is no bus', async () => {
    const keychain = systemKeychain({
      platform: 'linux',
      env: { ...env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      home,
    });
    await expect(keychain.read('any')).rejects.toThrow('The keychain cannot be read');
  });
});

it('no secret is an argument', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    const program = keychainStore(platform, 'service', 'account', 's3cr"et\\');
    expect([program?.file, ...(program?.args ?? [])].join(' ')).not.toContain('s3cr');
  }
  expect(keychainStore('darwin', 'a "b"\\', 'c', 'd\ne')?.input).toBe(
    'add-generic-password -U "-s" "a \\"b\\"\\\\" "-a" "c" "-w" "plugboard-base64:ZApl"\n',
  );
  expect(keychainLookup('win32', 'service', 'account')).toBeUndefined();
});
