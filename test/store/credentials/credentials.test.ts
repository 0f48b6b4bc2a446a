import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { CredentialStore } from '../../../src/runtime/sign-in/tokens/credential.ts';
import { type CredentialFiles, credentialFiles } from '../../../src/store/credentials/credentials.ts';
import type { Keychain } from '../../../src/store/credentials/keychain.ts';
import { bits, box, type Box } from '../support/box.ts';

const SECRET = 'canary-refresh-token-8f7d6a5b';
const value = { tokens: { refresh: SECRET } };

const noKeychain: Keychain = {
  read: async () => Promise.reject(new Error('There is no keychain.')),
  write: async () => Promise.reject(new Error('There is no keychain.')),
};

function keychain(): Keychain & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, read: async (name) => kept.get(name), write: async (name, secret) => void kept.set(name, secret) };
}

function files({ host }: Box, chain: Keychain = noKeychain): CredentialFiles {
  return credentialFiles(host, { keychain: chain });
}

const directory = 'own/state/credentials';

/** The files of credentials, without locks. */
function namesIn({ path }: Box): string[] {
  return readdirSync(path(directory)).filter((name) => name !== 'locks');
}

/** Everything below, as text. */
function everythingIn({ path }: Box, name: string): string {
  const entries = readdirSync(path(name), { recursive: true, withFileTypes: true });
  const plain = entries.filter((entry) => entry.isFile());
  return plain.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
}

describe('credentials', () => {
  it('are kept in private files that give nothing away', async () => {
    const home = box();
    // The runtime names what it needs itself; this is that.
    const store: CredentialStore = files(home);
    expect(await store.read('mine')).toBeUndefined();
    expect(await store.write('mine', value)).toBe('file');
    expect(await store.read('mine')).toEqual(value);
    const [name = ''] = namesIn(home);
    expect(home.mode(`${directory}/${name}`)).toBe(bits(0o600));
    expect(home.mode(directory)).toBe(bits(0o700));
    expect(home.mode('own/keys/credentials.key')).toBe(bits(0o600));
    expect(home.mode('own/keys')).toBe(bits(0o700));
    expect(everythingIn(home, 'own')).not.toMatch(/canary|mine|tokens/);
    expect(Buffer.from(everythingIn(home, directory), 'base64').toString('latin1')).not.toContain('canary');
  });

  it('are decrypted with the same key, and with no other', async () => {
    const home = box();
    await files(home).write('mine', value);
    expect(await files(home).read('mine')).toEqual(value);
    renameSync(home.path('own/keys'), home.path('away'));
    await expect(files(home).read('mine')).rejects.toThrow(/its key is missing, or the keychain is locked\.$/);
    const { values, unreadable } = await files(home).list();
    expect([values, unreadable.length]).toEqual([[], 1]);
    await files(home).write('mine', { other: 1 });
    expect(await files(home).read('mine')).toEqual({ other: 1 });
  });

  it('are listed and removed', async () => {
    const store = files(box());
    expect(await store.list()).toEqual({ values: [], unreadable: [] });
    await store.write('a', 1);
    await store.write('../../b', 2);
    await store.write('a', 3);
    expect(new Set((await store.list()).values)).toEqual(new Set([2, 3]));
    expect([await store.remove('a'), await store.remove('a')]).toEqual([true, false]);
    expect((await store.list()).values).toEqual([2]);
  });

  it('cannot be put in place of each other, or changed', async () => {
    const home = box();
    const store = files(home);
    await store.write('a', value);
    const [a = ''] = namesIn(home);
    await store.write('b', value);
    const b = namesIn(home).find((name) => name !== a) ?? '';
    const path = (name: string): string => home.path(`${directory}/${name}`);
    writeFileSync(path(b), readFileSync(path(a)));
    await expect(store.read('b')).rejects.toThrow('it was modified by another program');
    const sealed = JSON.parse(readFileSync(path(a), 'utf8')) as { data: string };
    const bytes = Buffer.from(sealed.data, 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(path(a), JSON.stringify({ ...sealed, data: bytes.toString('base64') }));
    await expect(store.read('a')).rejects.toThrow('it was modified by another program');
    writeFileSync(path(a), '{"version":1');
    await expect(store.read('a')).rejects.toThrow('it is damaged');
  });

  it.skipIf(process.platform === 'win32')('that others can read, or that lead elsewhere, are not used', async () => {
    const home = box();
    const store = files(home);
    await store.write('a', value);
    const [name = ''] = namesIn(home);
    const path = home.path(`${directory}/${name}`);
    chmodSync(path, 0o644);
    await expect(store.read('a')).rejects.toThrow('others may read or write it');
    chmodSync(path, 0o600);
    renameSync(path, home.path('elsewhere'));
    symlinkSync(home.path('elsewhere'), path);
    await expect(store.read('a')).rejects.toThrow('it is not a regular file');
    chmodSync(home.path('own/keys/credentials.key'), 0o640);
    await expect(store.write('b', value)).rejects.toThrow('others may read or write it');
  });

  it('are not taken from a project, and not left there', async () => {
    const home = box();
    await files(home).write('a', value);
    const inside = credentialFiles(home.host, { keychain: noKeychain, outside: [home.path('own')] });
    expect(await inside.read('a')).toBeUndefined();
    expect(await inside.list()).toEqual({ values: [], unreadable: [] });
    await expect(inside.write('b', value)).rejects.toThrow('it is inside the project');
    await expect(inside.exclusively('b', async () => 1)).rejects.toThrow('it is inside the project');
  });

  it('lie in another directory than their key', async () => {
    const { host, names } = box();
    const { PLUGBOARD_HOME: _, ...env } = host.env;
    const XDG = { XDG_STATE_HOME: '', XDG_DATA_HOME: '', APPDATA: '', LOCALAPPDATA: '' };
    // Windows has no permission bits, which other systems require.
    const others = process.platform === 'win32' ? [] : (['linux'] as const);
    for (const platform of [...others, 'win32'] as const) {
      const own = { ...host, platform, env: { ...env, ...XDG } };
      await credentialFiles(own, { keychain: noKeychain }).write('a', value);
    }
    const found = names('home').map((name) => name.replace(/[^/]+\.json$/, '….json'));
    expect(found).toEqual([
      ...others.flatMap(() => ['.local/share/plugboard/credentials.key', '.local/state/plugboard/credentials/….json']),
      'AppData/Local/plugboard/state/credentials/….json',
      'AppData/Roaming/plugboard/credentials.key',
    ]);
  });
});

describe('a keychain', () => {
  it('is asked once for many writes, also if there is none', async () => {
    for (const chain of [keychain(), noKeychain]) {
      let asked = 0;
      const counted: Keychain = {
        ...chain,
        async read(account) {
          asked += 1;
          return chain.read(account);
        },
      };
      const store = files(box(), counted);
      for (const name of ['a', 'b']) await store.write(name, value);
      const first = asked;
      for (const name of ['c', 'd', 'e']) await store.write(name, value);
      expect(asked).toBe(first);
    }
  });

  it('keeps the key, and no file does', async () => {
    const home = box();
    const chain = keychain();
    expect(await files(home, chain).write('a', value)).toBe('keychain');
    expect(home.read('own/keys/credentials.key')).toBeUndefined();
    expect([...chain.kept.keys()]).toEqual(['credentials-key']);
    expect(await files(home, chain).read('a')).toEqual(value);
    await expect(files(home).read('a')).rejects.toThrow('the keychain is locked');
  });

  it('that appears or disappears leaves existing credentials readable', async () => {
    const home = box();
    const chain = keychain();
    await files(home).write('before', 1);
    await files(home, chain).write('with', 2);
    await files(home).write('after', 3);
    const { values } = await files(home, chain).list();
    expect(new Set(values)).toEqual(new Set([1, 2, 3]));
  });

  it('that forgets at once is not relied on', async () => {
    const home = box();
    const forgetful: Keychain = { read: async () => undefined, write: async () => {} };
    expect(await files(home, forgetful).write('a', value)).toBe('file');
    expect(await files(home, forgetful).read('a')).toEqual(value);
  });
});

/** A program that counts up, one at a time. */
async function countingProgram(): Promise<string> {
  const outfile = join(mkdtempSync(join(homedir(), 'count-')), 'count.mjs');
  const source = (name: string): string =>
    JSON.stringify(fileURLToPath(new URL(`../../../src/store/${name}`, import.meta.url)));
  const contents = `
    import { credentialFiles } from ${source('credentials/credentials.ts')};
    import { nodeHost } from ${source('host/node-host.ts')};
    const none = async () => { throw new Error('There is no keychain.'); };
    const store = credentialFiles(nodeHost(), { keychain: { read: none, write: none } });
    for (let index = 0; index < 5; index += 1) {
      await store.exclusively('a', async () => store.write('a', ((await store.read('a')) ?? 0) + 1));
    }`;
  const stdin = { contents, resolveDir: dirname(outfile) };
  await build({ stdin, outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
  return outfile;
}

it('several processes at once lose nothing, and make one key', async () => {
  const home = box();
  const program = await countingProgram();
  const children = [1, 2, 3, 4].map(() => spawn(process.execPath, [program], { env: home.host.env, stdio: 'inherit' }));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(await files(home).read('a')).toBe(20);
  expect(namesIn(home)).toHaveLength(1);
});
