import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveConfigValue, type ConfigValue } from '../../../src/runtime/values/config-value.ts';
import type { RunCommand } from '../../../src/runtime/values/run-command.ts';
import { withProgram } from './support.ts';

const env = { TOKEN: 'abcd1234', EMPTY: '', EVIL: '!echo ran', NAME: 'TOKEN', VAULT: 'op://a/b/c', NESTED: '${TOKEN}' };

/** Fails the test when anything is run. */
const nothing: RunCommand = async () => {
  throw new Error('something was run');
};

async function textOf(written: string): Promise<string> {
  const value = await resolveConfigValue(written, { env, runCommand: nothing });
  return 'problem' in value ? `problem: ${value.problem}` : value.text;
}

describe('a value', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['TOKEN', 'abcd1234'],
    ['EMPTY', ''],
    ['token', 'token'],
    ['TOKEN ', 'TOKEN '],
    ['two words', 'two words'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['Bearer ${TOKEN}', 'Bearer abcd1234'],
    ['${GONE:-a default}', 'a default'],
    ['${GONE:-TOKEN}', 'TOKEN'],
    ['${EMPTY:-default}', ''],
    ['$TOKEN', '$TOKEN'],
    [' !echo ran', ' !echo ran'],
    ['see op://a/b/c', 'see op://a/b/c'],
    ['${GONE}', 'problem: the variable GONE is not set'],
    ['${GONE} ${TOKEN} ${AWAY} ${GONE}', 'problem: the variables GONE, AWAY are not set'],
    ['!', 'problem: there is no command after the !'],
    ['!  ', 'problem: there is no command after the !'],
    ['op://vault', 'problem: it should be op://vault/item/field'],
    ['op://${GONE}/a/b', 'problem: the variable GONE is not set'],
    ['keychain:service', 'problem: it should be keychain:service/account'],
  ])('%j gives %j', async (written, text) => {
    expect(await textOf(written)).toBe(text);
  });

  it('that a variable holds is never a command, a reference or a name itself', async () => {
    expect(await textOf('${EVIL}')).toBe('!echo ran');
    expect(await textOf('EVIL')).toBe('!echo ran');
    expect(await textOf('${GONE:-!echo ran}')).toBe('!echo ran');
    expect(await textOf('${NAME}')).toBe('TOKEN');
    expect(await textOf('NAME')).toBe('TOKEN');
    expect(await textOf('${VAULT}')).toBe('op://a/b/c');
    expect(await textOf('${NESTED}')).toBe('${TOKEN}');
  });

  it('runs nothing, whatever variables hold, unless the file says so', async () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('!echo a', '!', 'op://a/b/c', 'keychain:a/b', '${A}', 'B'));
    const variables = fc.dictionary(fc.constantFrom('A', 'B', 'C'), text);
    const written = fc.array(fc.oneof(fc.constantFrom('${A}', '${B:-!x}', 'C'), fc.string({ maxLength: 5 })));
    await fc.assert(
      fc.asyncProperty(written, variables, async (parts, some) => {
        const value = parts.join('');
        fc.pre(!/^(?:!|op:\/\/|keychain:)/.test(value));
        await resolveConfigValue(value, { env: some, runCommand: nothing, keychain: nothing as never });
      }),
    );
  });

  it('of a command is given to the shell as it is written, and the shell puts variables in place', async () => {
    const asked: unknown[] = [];
    const runCommand: RunCommand = async (program) => {
      asked.push(program);
      return { output: 'out' };
    };
    await resolveConfigValue('! echo ${TOKEN} "${GONE}"', { env, runCommand });
    expect(asked).toEqual([{ shell: 'echo ${TOKEN} "${GONE}"' }]);
  });
});

describe.skipIf(process.platform === 'win32')('a real command', () => {
  const own = { ...process.env, GREETING: `hello; echo '$(echo no)'` };
  it('gets variables from the shell, which does not run what they hold', async () => {
    const value = await resolveConfigValue('!echo "${GREETING}"', { env: own });
    expect(value).toMatchObject({ text: own.GREETING });
  });

  it('that fails is told with its reason', async () => {
    expect(await resolveConfigValue('!echo no >&2; exit 4', { env: own })).toEqual({
      problem: 'its command failed: it exited with code 4: no',
    });
  });
});

describe('a reference to 1Password', () => {
  const read = async (written: string, script: string): Promise<ConfigValue> =>
    resolveConfigValue(written, { env: { ...withProgram('op', script), VAULT: 'my vault; rm' } });

  it.skipIf(process.platform === 'win32')('is read by its own program, without a shell', async () => {
    const value = await read('op://${VAULT}/it em/$(field)?x=1', `printf '%s|' "$@"`);
    expect(value).toMatchObject({ text: 'read|--no-newline|op://my vault; rm/it em/$(field)?x=1|' });
  });

  it.skipIf(process.platform === 'win32')('that is refused is told with its reason', async () => {
    expect(await read('op://a/b/c', 'echo "not signed in" >&2; exit 1')).toEqual({
      problem: '1Password returned an error: it exited with code 1: not signed in',
    });
  });

  it('needs the program', async () => {
    const value = await resolveConfigValue('op://a/b/c', { env: { PATH: '/nowhere' } });
    expect(value).toEqual({
      problem: 'it needs op, the program of 1Password, which is not installed or not on the PATH',
    });
  });
});

describe('a reference to the keychain', () => {
  const options = { env: { WHO: 'me' } };

  it('is read from there, the account behind the last slash', async () => {
    const asked: string[][] = [];
    const keychain = async (...names: unknown[]): Promise<string> => {
      asked.push(names.slice(0, 2) as string[]);
      return 's3cret ';
    };
    const value = await resolveConfigValue('keychain:https://a.example/${WHO}', { ...options, keychain });
    expect(value).toMatchObject({ text: 's3cret ', secrets: expect.arrayContaining(['s3cret ']) as string[] });
    expect(asked).toEqual([['https://a.example', 'me']]);
  });

  it('that is not there, or that cannot be read, is told without the words of others', async () => {
    const missing = async (): Promise<undefined> => undefined;
    const locked = async (): Promise<never> => {
      throw new Error('cannot unlock with hunter2');
    };
    expect(await resolveConfigValue('keychain:a/b', { ...options, keychain: missing })).toEqual({
      problem: 'the keychain has no such entry',
    });
    expect(await resolveConfigValue('keychain:a/b', { ...options, keychain: locked })).toEqual({
      problem: 'the keychain cannot be read',
    });
  });

  it('needs a package that is not there', async () => {
    expect(await resolveConfigValue('keychain:a/b', options)).toEqual({
      problem: 'reading the keychain needs the package @napi-rs/keyring, which is not installed',
    });
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const keychain = async (_: string, __: string, signal?: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted inside')));
      });
    const asked = resolveConfigValue('keychain:a/b', { ...options, keychain, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});
