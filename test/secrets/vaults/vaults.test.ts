import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOnPath } from '../../../scripts/setup/on-path.mjs';
import type { Host } from '../../../src/model/host.ts';
import type { VaultId } from '../../../src/model/secrets/vault-id.ts';
import {
  findSecret,
  linkSecret,
  readSecret,
  removeSecret,
  storeSecret,
  storeSecrets,
} from '../../../src/secrets/secrets.ts';
import { envLine, valueIn, withoutLine } from '../../../src/secrets/vaults/env-file-text.ts';
import { openVault } from '../../../src/secrets/vaults/open-vault.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { readVaultIndex } from '../../../src/store/vault/vault-index.ts';
import { canRunKeyring, type Keyring, startKeyring } from '../../support/keyring.ts';

const bin = fileURLToPath(new URL('../servers/vault-bin', import.meta.url));
const awkward = `"two words"\\ $HOME 'ü' -x #;`;

/** Otherwise the library of the keychain tries to start a bus. */
const noBus = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' };

function hostIn(home = realpathSync(mkdtempSync(join(homedir(), 'vault-'))), env: Record<string, string> = {}): Host {
  const { PATH = '' } = process.env;
  return { ...nodeHost(), home, cwd: home, env: { ...noBus, HOME: home, PATH: `${bin}:${PATH}`, ...env } };
}

async function exercise(host: Host, vault: VaultId, value = awkward): Promise<void> {
  await storeSecret(host, 'TOKEN_A', value, { vault });
  await storeSecret(host, 'TOKEN_B', 'second', { vault });
  expect(await readSecret(host, await findSecret(host, 'TOKEN_A'))).toBe(value);
  await storeSecret(host, 'TOKEN_A', 'replaced', { vault, at: (await findSecret(host, 'TOKEN_A')).at });
  expect(await readSecret(host, await findSecret(host, 'TOKEN_A'))).toBe('replaced');
  expect((await readVaultIndex(host)).secrets.map(({ name }) => name)).toEqual(['TOKEN_A', 'TOKEN_B']);
  const record = await findSecret(host, 'TOKEN_A');
  await removeSecret(host, record);
  await expect(findSecret(host, 'TOKEN_A')).rejects.toMatchObject({ code: 'secret-unknown' });
  await expect(readSecret(host, record)).rejects.toMatchObject({ code: 'vault-failed' });
  expect(await readSecret(host, await findSecret(host, 'TOKEN_B'))).toBe('second');
}

describe('our encrypted files', () => {
  it('keep values with the key in a file of another directory', async () => {
    const host = hostIn();
    await exercise(host, 'file', `${awkward}\nsecond line`);
    const key = join(host.home, '.local/share/plugboard/credentials.key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    rmSync(key);
    await expect(readSecret(host, await findSecret(host, 'TOKEN_B'))).rejects.toMatchObject({ code: 'vault-failed' });
  });

  it('take many values with one write of the index, and note those before a failure', async () => {
    const host = hostIn();
    const writes = { index: 0, values: 0 };
    const fs: Host['fs'] = {
      ...host.fs,
      async rename(from, to) {
        if (to.endsWith('/secrets.json')) writes.index += 1;
        if (to.includes('/vault/') && (writes.values += 1) > 20) throw new Error('the disk is full');
        return host.fs.rename(from, to);
      },
    };
    const values = new Map(Array.from({ length: 20 }, (_, index) => [`TOKEN_${index}`, `value ${index}`]));
    await storeSecrets({ ...host, fs }, values, { vault: 'file' });
    expect(writes).toEqual({ index: 1, values: 20 });
    expect(await readSecret(host, await findSecret(host, 'TOKEN_19'))).toBe('value 19');
    writes.values = 19;
    const more = new Map([
      ['MORE_A', 'a'],
      ['MORE_B', 'b'],
    ]);
    await expect(storeSecrets({ ...host, fs }, more, { vault: 'file' })).rejects.toMatchObject({
      code: expect.any(String) as string,
    });
    expect(await readSecret(host, await findSecret(host, 'MORE_A'))).toBe('a');
    await expect(findSecret(host, 'MORE_B')).rejects.toMatchObject({ code: 'secret-unknown' });
  });

  it('take the key file that a variable names', async () => {
    const drive = realpathSync(mkdtempSync(join(homedir(), 'drive-')));
    const host = hostIn(undefined, { PLUGBOARD_KEY_FILE: join(drive, 'my.key') });
    await storeSecret(host, 'TOKEN', 'abc', { vault: 'file' });
    expect(statSync(join(drive, 'my.key')).size).toBeGreaterThan(60);
    const without = hostIn(host.home);
    await expect(readSecret(without, await findSecret(without, 'TOKEN'))).rejects.toMatchObject({
      code: 'vault-failed',
    });
  });

  it('open with the passphrase only', async () => {
    const host = hostIn(undefined, { PLUGBOARD_PASSPHRASE: 'correct horse' });
    await exercise(host, 'file');
    for (const env of [{}, { PLUGBOARD_PASSPHRASE: 'wrong horse' }]) {
      const other = hostIn(host.home, env);
      await expect(readSecret(other, await findSecret(other, 'TOKEN_B'))).rejects.toThrow(/passphrase|key/i);
    }
    const file = join(host.home, 'passphrase');
    writeFileSync(file, 'correct horse\n', { mode: 0o600 });
    const again = hostIn(host.home, { PLUGBOARD_PASSPHRASE_FILE: file });
    expect(await readSecret(again, await findSecret(again, 'TOKEN_B'))).toBe('second');
  });
});

describe('an env file', () => {
  it('keeps values, private and beside the catalog', async () => {
    const host = hostIn();
    await exercise(host, 'env-file');
    const path = join(host.home, '.config/plugboard/secrets.env');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe('TOKEN_B=second\n');
  });

  it('keeps other lines, and is read by a shell', async () => {
    const host = hostIn();
    const path = join(host.home, 'my.env');
    writeFileSync(path, '# mine\nexport OTHER=1\nTOKEN=old', { mode: 0o600 });
    await storeSecret(host, 'TOKEN', `a'b $c "d"`, { vault: 'env-file', at: path });
    expect(readFileSync(path, 'utf8').startsWith('# mine\nexport OTHER=1\n')).toBe(true);
    const shown = execFileSync('sh', ['-c', '. "$0"; printf %s "$TOKEN"', path]).toString();
    expect(shown).toBe(`a'b $c "d"`);
  });

  it('is ignored by Git, once', async () => {
    const host = hostIn();
    const project = join(host.home, 'project');
    mkdirSync(join(project, 'sub'), { recursive: true });
    execFileSync('git', ['init', '-q', project]);
    const path = join(project, 'sub/.env');
    await storeSecret(host, 'A', '1', { vault: 'env-file', at: path });
    await storeSecret(host, 'B', '2', { vault: 'env-file', at: path });
    expect(readFileSync(join(project, 'sub/.gitignore'), 'utf8')).toBe('/.env\n');
    expect(execFileSync('git', ['-C', project, 'status', '--porcelain', '-uall']).toString()).not.toContain('.env');
  });

  it('is not used if others can read it, or through a link', async () => {
    const host = hostIn();
    const path = join(host.home, 'open.env');
    writeFileSync(path, 'TOKEN=x\n', { mode: 0o644 });
    const vault = await openVault(host, 'env-file', []);
    await expect(vault.read('TOKEN', path)).rejects.toMatchObject({ code: 'vault-failed' });
    symlinkSync(path, join(host.home, 'link.env'));
    await expect(vault.read('TOKEN', join(host.home, 'link.env'))).rejects.toMatchObject({ code: 'vault-failed' });
  });

  it('reads back every value that it writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        if (value.includes('\0')) return;
        const text = `A=1\n${envLine('TOKEN', value)}\n`;
        expect(valueIn(text, 'TOKEN')).toBe(value);
        expect(withoutLine(text, 'TOKEN')).toBe('A=1\n');
      }),
    );
  });
});

it('1Password gets values through standard input, and links are left alone', async () => {
  const host = hostIn();
  await exercise(host, '1password');
  expect(readFileSync(join(host.home, 'op/arguments.log'), 'utf8')).not.toMatch(/two words|replaced|second/);
  const { at } = await findSecret(host, 'TOKEN_B');
  await linkSecret(host, 'LINKED', { vault: '1password', at });
  const linked = await findSecret(host, 'LINKED');
  expect(await readSecret(host, linked)).toBe('second');
  await removeSecret(host, linked);
  expect(await readSecret(host, await findSecret(host, 'TOKEN_B'))).toBe('second');
});

it('any command prints a value, and its errors are masked', async () => {
  const host = hostIn();
  await linkSecret(host, 'PRINTED', { vault: 'command', at: 'echo from-a-command' });
  expect(await readSecret(host, await findSecret(host, 'PRINTED'))).toBe('from-a-command');
  await linkSecret(host, 'BROKEN', { vault: 'command', at: 'echo leaked; echo leaked >&2; exit 3' });
  const failing = readSecret(host, await findSecret(host, 'BROKEN'));
  await expect(failing).rejects.toMatchObject({ code: 'vault-failed' });
  await expect(failing).rejects.not.toThrow('leaked');
});

it('a missing program is named', async () => {
  const host = { ...hostIn(), env: { PATH: '/nowhere' } };
  await expect((await openVault(host, '1password', [])).read('X', undefined)).rejects.toThrow('op is not installed');
});

it('an index in a project is not used', async () => {
  const host = hostIn();
  await storeSecret(host, 'TOKEN', 'abc', { vault: 'file' });
  expect((await readVaultIndex(host, [dirname(host.home)])).secrets).toEqual([]);
  writeFileSync(join(host.home, '.local/state/plugboard/secrets.json'), '{"version":1}', { mode: 0o600 });
  await expect(readVaultIndex(host)).rejects.toMatchObject({ code: 'place-unsafe' });
});

describe.skipIf(!canRunKeyring)('the keychain of the system (gnome-keyring)', () => {
  let keyring: Keyring | undefined;
  beforeAll(async () => {
    keyring = await startKeyring();
  });
  afterAll(() => keyring?.stop());

  it('keeps values', async () => {
    await exercise(hostIn(keyring?.home, keyring?.env), 'keychain', `${awkward}\nsecond line\n`);
  });
});

const canRunPass = process.platform === 'linux' && ['pass', 'gpg'].every((one) => findOnPath(one) !== undefined);

describe.skipIf(!canRunPass)('pass (pass, gpg)', () => {
  const home = realpathSync(mkdtempSync('/tmp/pass-'));
  const env = { GNUPGHOME: join(home, 'gnupg'), PASSWORD_STORE_DIR: join(home, 'store') };
  beforeAll(() => {
    mkdirSync(env.GNUPGHOME, { mode: 0o700 });
    const how = { env: { ...process.env, ...env, HOME: home }, stdio: 'ignore' } as const;
    const key = ['--batch', '--passphrase', '', '--pinentry-mode', 'loopback'];
    execFileSync('gpg', [...key, '--quick-generate-key', 'plugboard test', 'default', 'default', 'never'], how);
    execFileSync('pass', ['init', 'plugboard test'], how);
  });
  afterAll(() => {
    execFileSync('gpgconf', ['--kill', 'all'], { env: { ...process.env, ...env }, stdio: 'ignore' });
    rmSync(home, { recursive: true, force: true });
  });

  it('keeps values, of several lines too', async () => {
    await exercise(hostIn(home, env), 'pass', `${awkward}\nsecond line\n`);
  }, 60_000);
});
