import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keychainStore } from '../../../src/model/secrets/keychain-program.ts';
import { fromKeychain } from '../../../src/runtime/values/keychain.ts';
import { commandRunner } from '../../../src/runtime/values/run-command.ts';
import { type SystemKeychain, systemKeychain } from '../../../src/store/credentials/keychain.ts';
import { runVaultProgram } from '../../../src/store/credentials/run-vault-program.ts';

const file = fileURLToPath(new URL('../../secrets/servers/vault-bin/security', import.meta.url));

interface Mac {
  readonly home: string;
  readonly env: Record<string, string>;
  readonly keychain: SystemKeychain;
  /** The commands that the program was given. */
  commands(): string[];
}

function mac(): Mac {
  const home = mkdtempSync(join(homedir(), 'mac-'));
  const { PATH = '' } = process.env;
  const env = { HOME: home, PATH };
  const keychain = systemKeychain({ platform: 'darwin', env, home }, async (program, _, ...rest) =>
    runVaultProgram({ ...program, file }, env, ...rest),
  );
  return { home, env, keychain, commands: () => readFileSync(join(home, 'commands.log'), 'utf8').split('\n') };
}

// The stand-in is a script, which Windows does not start.
describe.skipIf(process.platform === 'win32')('the keychain of macOS (stand-in)', () => {
  it.each([
    'one line\ndelete-keychain login.keychain-db\n',
    '-----BEGIN KEY-----\r\nabc "def" \\ \'ghi\'\r\n',
    'ü, not ASCII',
    'plugboard-base64:YWJj',
    '',
  ])('keeps %j, and runs no part of it', async (value) => {
    const { keychain, commands } = mac();
    await keychain.write('secret:A', value);
    expect(commands()).toEqual(['add-generic-password', '']);
    expect(await keychain.read('secret:A')).toBe(value);
    await keychain.remove('secret:A');
    expect(await keychain.read('secret:A')).toBeUndefined();
  });

  it('keeps a value of the limit, and refuses a longer one before it is written', async () => {
    const { keychain, commands } = mac();
    const most = 'ü'.repeat(keychain.limit('A') / 2);
    expect(keychain.limit('A')).toBeGreaterThan(2900);
    await keychain.write('A', most);
    expect(await keychain.read('A')).toBe(most);
    const before = commands();
    await expect(keychain.write('A', `${most}xx`)).rejects.toThrow('too long');
    expect(commands()).toEqual(before);
  });

  it('returns what other programs stored as it is', async () => {
    const { home, keychain } = mac();
    writeFileSync(join(home, 'keychain.json'), JSON.stringify({ 'plugboard/by-hand': 'typed' }));
    expect(await keychain.read('by-hand')).toBe('typed');
  });

  it('is read by references too, of our entries and of others', async () => {
    const { home, env, keychain } = mac();
    await keychain.write('ours', 'two\nlines');
    const entries = JSON.parse(readFileSync(join(home, 'keychain.json'), 'utf8')) as object;
    writeFileSync(join(home, 'keychain.json'), JSON.stringify({ ...entries, 'other/program': 'typed' }));
    const read = async (reference: string): Promise<unknown> =>
      fromKeychain(reference, async (program, how) => commandRunner.run({ ...program, file }, how), {
        env,
        platform: 'darwin',
      });
    expect(await read('keychain:plugboard/ours')).toEqual({ output: 'two\nlines' });
    expect(await read('keychain:other/program')).toEqual({ output: 'typed' });
  });
});

it('no name and no value makes a second line, or one that is cut', () => {
  const line = /^add-generic-password -U [ -~]{1,4070}\n$/;
  const names = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(names, fc.string({ unit: 'binary', maxLength: 6000 }), (name, value) => {
      for (const [service, account] of [
        [name, 'a'],
        ['s', name],
      ] as const) {
        let input: string | undefined;
        try {
          input = keychainStore('darwin', service, account, value)?.input;
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          continue;
        }
        expect(input).toMatch(line);
      }
    }),
  );
});
