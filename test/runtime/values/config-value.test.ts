import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveConfigValue, type ConfigValue } from '../../../src/runtime/values/config-value.ts';
import type { RunCommand } from '../../../src/runtime/values/run-command.ts';
import { withProgram } from './support.ts';

const env = {
  info: 'canary',
  DEBUG: 'canary',
  Info: 'canary',
  en: 'canary',
  token: 'abcd',
  TOKEN: 'abcd1234',
  EMPTY: '',
  EVIL: '!echo ran',
  NAME: 'TOKEN',
  VAULT: 'op://a/b/c',
  NESTED: '${TOKEN}',
};

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
    ['token', 'abcd'],
    ['info', 'info'],
    ['Info', 'Info'],
    ['DEBUG', 'DEBUG'],
    ['en', 'en'],
    ['githubToken', 'githubToken'],
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
        await resolveConfigValue(value, { env: some, runCommand: nothing });
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
  const read = async (written: string, script: string): Promise<ConfigValue> =>
    resolveConfigValue(written, { env: { ...withProgram('secret-tool', script), WHO: 'me' } });

  it.skipIf(process.platform !== 'linux')(
    'is read by the program of the system, the account behind the last slash',
    async () => {
      const value = await read('keychain:https://a.example/${WHO}', `printf '%s|' "$@"`);
      expect(value).toMatchObject({ text: 'lookup|--|service|https://a.example|username|me|' });
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'that is not there, or that cannot be read, is told with its reason',
    async () => {
      expect(await read('keychain:a/b', 'exit 1')).toEqual({
        problem: 'the keychain has no such entry, or cannot be read: it exited with code 1',
      });
      expect(await read('keychain:a/b', 'echo "it is locked" >&2; exit 1')).toEqual({
        problem: 'the keychain has no such entry, or cannot be read: it exited with code 1: it is locked',
      });
    },
  );

  it.skipIf(process.platform !== 'linux')('needs the program', async () => {
    expect(await resolveConfigValue('keychain:a/b', { env: { PATH: '/nowhere' } })).toMatchObject({
      problem: expect.stringMatching(/^it needs secret-tool, which is not installed/) as string,
    });
  });

  it('needs a service and an account', async () => {
    expect(await resolveConfigValue('keychain:a', { env: {} })).toEqual({
      problem: 'it should be keychain:service/account',
    });
  });
});
