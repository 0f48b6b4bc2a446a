import { fileURLToPath } from 'node:url';

const servers = (name: string): string => fileURLToPath(new URL(`../servers/${name}`, import.meta.url));
const script = servers('echo.mjs');

/** A different secret for each source; each would be spelled differently in an address, in JSON and in base64. */
function seed(source: string): string {
  const at = sources.push(source) - 1;
  const letters = Array.from(`${source}x`, (letter, index) => 'qwZpXk7RtV'[(letter.charCodeAt(0) + index * at) % 10]);
  return `K${at}/${letters.join('').slice(0, 9).padEnd(9, 'u')}+8${at}v"end`;
}

const sources: string[] = [];
const made: Record<string, string> = {};

function secret(source: string): string {
  made[source] ??= seed(source);
  return made[source];
}

const coded = (source: string): string => encodeURIComponent(secret(source));

/** A program that is given secrets in every way a definition knows. */
export function localServer(): object {
  return {
    command: process.execPath,
    args: [
      script,
      '--api-key',
      secret('value of an option'),
      `--token=${secret('option with value')}`,
      '-k',
      secret('value of -k'),
      `-k=${secret('-k with value')}`,
      '-p',
      secret('value of -p'),
      '-H',
      `Authorization: Bearer ${secret('header in an argument')}`,
      '-u',
      `me:${coded('password of -u')}`,
      `https://${coded('user of an address')}@host.example/x`,
      `https://me:${coded('password of an address')}@host.example/x`,
      `https://host.example/x?zz=${coded('unknown parameter')}`,
      `https://host.example/x?api_key=${coded('known parameter')}`,
      `https://host.example/x#token=${coded('fragment')}`,
      `postgres://me:${coded('password of a database')}@db.example/x`,
      '${HELD_FOR_ARGUMENT}',
    ],
    env: {
      API_TOKEN: secret('variable'),
      FROM_VARIABLE: '${HELD_FOR_VARIABLE}',
      FROM_NAME: 'HELD_BY_WORD',
      FROM_DEFAULT: `\${NOT_SET_TOKEN:-${secret('default')}}`,
      FROM_COMMAND: '!/bin/cat "$HOME/held"',
      FROM_ONE_PASSWORD: 'op://vault/item/field',
      FROM_KEYCHAIN: 'keychain:a/service/me',
    },
  };
}

export function remoteServer(url: string): object {
  const { host } = new URL(url);
  return {
    url: `http://${coded('user of the url')}@${host}/mcp?zz=${coded('parameter of the url')}&page=2&plain=docs`,
    headers: { 'X-Api-Key': secret('header'), 'X-Team': '${HELD_FOR_HEADER}' },
  };
}

/** Where references of the definitions lead. */
export const heldVariables = (): Record<string, string> => ({
  HELD_FOR_ARGUMENT: secret('reference in an argument'),
  HELD_FOR_VARIABLE: secret('reference in a variable'),
  HELD_BY_WORD: secret('name of a variable'),
  HELD_FOR_HEADER: secret('reference in a header'),
  // Stand-ins for the programs of 1Password and of the keychain.
  PATH: servers('bin'),
});

/** Files in the home from which references get their values, by name. */
export const heldFiles = (): Record<string, string> => ({
  held: `${secret('output of a command')}\n`,
  'held-by-one-password': secret('reference to 1Password'),
  'held-by-keychain': secret('reference to the keychain'),
});

/** All of them, by source. */
export const secrets = (): Readonly<Record<string, string>> => made;

/** The sources whose secrets are in a text, in whatever form, or a telling part of them. */
export function leaksIn(text: string, values: Readonly<Record<string, string>> = made): string[] {
  return Object.entries(values).flatMap(([source, value]) => {
    const parts = [value, value.slice(0, 9), value.slice(-9), encodeURIComponent(value), ...inBase64(value)];
    const found = parts.find((part) => text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1)));
    return found === undefined
      ? []
      : [`${source}: …${text.slice(Math.max(0, text.indexOf(found) - 60)).slice(0, 120)}…`];
  });
}

/** What is the same whatever stands around it. */
function inBase64(value: string): string[] {
  return ['', 'a', 'ab'].flatMap((before) => {
    const whole = Buffer.from(`${before}${value}zzzz`).toString('base64');
    const core = whole.slice(4, 4 + Math.floor((value.length - 4) / 3) * 4);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
