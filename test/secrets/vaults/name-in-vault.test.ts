import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vaultVariables } from '../../../src/manage/vaulted/own-program.ts';
import type { Host } from '../../../src/model/host.ts';
import type { VaultId } from '../../../src/model/secrets/vault-id.ts';
import { findSecret, readSecret, removeSecret, storeSecret } from '../../../src/secrets/secrets.ts';
import { nameInVault } from '../../../src/secrets/vaults/name-in-vault.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { canRunKeyring, type Keyring, startKeyring } from '../../support/keyring.ts';

const bin = fileURLToPath(new URL('../servers/vault-bin', import.meta.url));
const home = realpathSync(mkdtempSync(join(homedir(), 'states-')));

function hostWith(env: Record<string, string>): Host {
  const { PATH = '' } = process.env;
  return { ...nodeHost(), home, cwd: home, env: { HOME: home, PATH: `${bin}:${PATH}`, ...env } };
}

/** States that share a vault. */
async function exercise(vault: VaultId, shared: Record<string, string>): Promise<void> {
  const hosts = [
    {},
    { PLUGBOARD_HOME: join(home, 'a') },
    { PLUGBOARD_HOME: 'b' },
    { XDG_STATE_HOME: join(home, 'c') },
  ].map((moved) => hostWith({ ...shared, ...moved }));
  for (const [index, host] of hosts.entries()) await storeSecret(host, 'TOKEN', `value ${index}`, { vault });
  const [first, ...others] = hosts;
  if (first) await removeSecret(first, await findSecret(first, 'TOKEN'));
  for (const [index, host] of others.entries()) {
    // A client starts the launcher elsewhere, and with the variables of its entry only.
    const launched = {
      ...hostWith({ ...shared, ...vaultVariables(host, [vault], false) }),
      cwd: join(home, 'project'),
    };
    expect(await readSecret(launched, await findSecret(launched, 'TOKEN'))).toBe(`value ${index + 1}`);
  }
}

it('the usual state of an account has plain names, any other has names of its own', async () => {
  const usual = { ...hostWith({}), home: userInfo().homedir };
  expect(await nameInVault(usual, 'TOKEN')).toBe('TOKEN');
  expect(await nameInVault({ ...usual, env: { XDG_STATE_HOME: `${usual.home}/.local/state/` } }, 'TOKEN')).toBe(
    'TOKEN',
  );
  const moved = await nameInVault(hostWith({ PLUGBOARD_HOME: join(home, 'real') }), 'TOKEN');
  expect(moved).toMatch(/^TOKEN-[0-9a-f]{8}$/);
  expect(await nameInVault(hostWith({}), 'TOKEN')).not.toBe(moved);
  // Neither that it exists by now nor a link to it makes another state of it.
  mkdirSync(join(home, 'real/state'), { recursive: true });
  symlinkSync('real', join(home, 'link'));
  expect(await nameInVault(hostWith({ PLUGBOARD_HOME: 'link' }), 'TOKEN')).toBe(moved);
});

it('states keep their values apart in 1Password', async () => {
  await exercise('1password', {});
});

it.skipIf(process.platform === 'win32')('states keep their values apart in pass (stand-in)', async () => {
  const programs = mkdtempSync(join(homedir(), 'pass-bin-'));
  const script = `#!/bin/sh
for file; do :; done
file="$PASSWORD_STORE_DIR/$file.gpg"
mkdir -p "\${file%/*}"
case $1 in show) cat "$file" ;; insert) cat >"$file" ;; rm) rm "$file" ;; esac
`;
  writeFileSync(join(programs, 'pass'), script, { mode: 0o755 });
  await exercise('pass', { PATH: `${programs}:/usr/bin:/bin`, PASSWORD_STORE_DIR: join(home, 'store') });
});

describe.skipIf(!canRunKeyring)('the keychain of the system (gnome-keyring)', () => {
  let keyring: Keyring | undefined;
  beforeAll(async () => {
    keyring = await startKeyring();
  });
  afterAll(() => keyring?.stop());

  it('keeps the values of states apart', async () => {
    const { DBUS_SESSION_BUS_ADDRESS = '' } = keyring?.env ?? {};
    await exercise('keychain', { DBUS_SESSION_BUS_ADDRESS });
  });
});
