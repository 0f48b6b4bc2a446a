import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masked } from '../../../src/manage/secrets/masked-server.ts';
import { withoutSecrets } from '../../../src/manage/secrets/without-secrets.ts';
import { secretsIn } from '../../../src/model/secrets/plain-secrets.ts';
import type { Server } from '../../../src/model/server.ts';
import { secretsOfArguments, secretsOfEntry } from '../../../src/runtime/values/known-secrets.ts';
import { maskSecrets } from '../../../src/runtime/values/mask-secrets.ts';
import { propertyRuns, propertySeed } from '../../support/property-runs.ts';

/** The two words of a password, which must not be shown, and not be taken apart. */
const [FIRST, SECOND] = ['Qanary1zz', 'Kanary2zz'];
const passwords = [FIRST, `${FIRST} ${SECOND}`, `${FIRST}'${SECOND}`, `${FIRST};${SECOND}`, `${FIRST}"${SECOND} x`];

/** Texts that hold a password, as values of variables and as words of a script. */
const texts: readonly ((password: string) => string)[] = [
  (password) => `host=h password='${password}' dbname=x`,
  (password) => `host=h user=bob password=${password}`,
  (password) => `--password ${password}`,
  (password) => `--password "${password}" --host h`,
  (password) => `-Dapi.password=${password}`,
  (password) => `export TOKEN=${password}; run`,
  (password) => `curl --password "${password}" -u "bob:${password}" https://h`,
  (password) => `curl -u 'bob:${password}' https://h`,
  (password) => `curl -u bob:${password} https://h`,
  (password) => `api_key=${password}`,
  (password) => `Authorization: Bearer ${password}`,
  (password) => `Server=h;Password=${password};X=1`,
  (password) => `postgres://bob:${password}@h/d`,
  (password) => `mysql --password=${password} -h x`,
  (password) => `{"a":{"password":${JSON.stringify(password)}}}`,
  (password) => `_token=${password}`,
];

const places: readonly ((text: string, password: string) => Server)[] = [
  (text) => ({ command: 'x', env: { OPTS: text } }),
  (text) => ({ url: 'https://h/mcp', headers: { 'X-Extra': text } }),
  (text) => ({ command: 'x', args: ['-y', text, 'z'] }),
  (text) => ({ command: 'sh', args: ['-c', text] }),
  (text) => ({ command: 'x', title: text }),
  (text) => ({ command: 'x', description: text }),
  (text) => ({ command: 'x', cwd: `/srv/${text}` }),
  (text) => ({ command: text }),
  (text) => ({ command: 'x', extras: { note: text, list: [text] } }),
  (_, password) => ({ command: 'x', args: ['--password', password, '-u', `bob:${password}`] }),
  (_, password) => ({ command: 'x', env: { __password: password, _authToken: password } }),
];

const has = (value: unknown, word: string): boolean => JSON.stringify(value).includes(word);

/** The paths of the fields that differ. */
function hiddenFields(server: Server): string[] {
  const shown = masked(server as never) as Server;
  return Object.keys(server).filter((field) => !same(server, shown, field as keyof Server));
}

function same(a: Server, b: Server, field: keyof Server): boolean {
  return JSON.stringify(a[field]) === JSON.stringify(b[field]);
}

function expectOneAnswer(server: Server, password: string): void {
  const about = JSON.stringify(server);
  const found = new Set(secretsIn(server).map(({ path: [field] }) => String(field)));
  const { server: clean } = withoutSecrets('x', server);
  const printed = [
    ...Object.entries({ ...server.env, ...server.headers }).map(([name, value]) => secretsOfEntry(name, value)),
    ...(server.args ? [secretsOfArguments(server.args)] : []),
  ].map((secrets) => maskSecrets(`bad login ${password}`, secrets));
  expect({
    about,
    found: hiddenFields(server).filter((field) => !found.has(field)),
    more: [...found].filter((field) => !hiddenFields(server).includes(field)),
    exported: has(clean, FIRST) ? clean : '',
    printed: printed.filter((text) => text.includes(FIRST)),
    halves: halvesOf(server, password),
  }).toEqual({ about, found: [], more: [], exported: '', printed: [], halves: [] });
}

/** What is moved into a vault is all of a password, or none of it. Returns what is neither. */
function halvesOf(server: Server, password: string): unknown[] {
  const secrets = new Map<string, string>();
  const { server: rest } = withoutSecrets('x', server, secrets, true);
  // Without quotes a shell ends the password at its first space.
  const isCut = server.command === 'sh' && !/["'](?:bob:)?Qanary/.test(server.args?.[1] ?? '');
  if (!password.includes(SECOND) || isCut) return [];
  const count = (word: string): number => JSON.stringify(rest).split(word).length;
  const taken = [...secrets.values()].filter((value) => value.includes(FIRST) !== value.includes(SECOND));
  return [...(count(FIRST) === count(SECOND) ? [] : [rest]), ...taken];
}

describe('what is hidden of a definition', () => {
  const rows = passwords.flatMap((password) =>
    texts.flatMap((text) => places.map((place) => [place(text(password), password), password] as const)),
  );

  it('is found, exported without, and masked in what a server prints', () => {
    for (const [server, password] of rows) if (hides(server)) expectOneAnswer(server, password);
  });

  // A quote or a semicolon in a password without quotes ends it for the program too.
  it('is all of a password that can be one', () => {
    const simple = rows.filter(([, password]) => password === FIRST);
    expect(simple.filter(([server]) => !hides(server))).toEqual([]);
  });

  it('is found in every field, whatever it contains', () => {
    const words = [
      '--password',
      '-u',
      'TOKEN',
      '=',
      ': ',
      ' ',
      '"',
      "'",
      '\\',
      ';',
      'bob:',
      '@h/x',
      '//',
      '{',
      '}',
      'x',
      FIRST,
    ];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...places), (value, place) => {
        const server = place(value, FIRST);
        // The word is shown where nothing tells that it is a secret.
        const isHidden = has(server, FIRST) && hides(server);
        return !isHidden || !has(withoutSecrets('x', server).server, FIRST);
      }),
      { numRuns: propertyRuns, seed: propertySeed, endOnFailure: true },
    );
  });
});

function hides(server: Server): boolean {
  return !has(masked(server as never), FIRST) && !has(masked(server as never), SECOND);
}

it.each<[Server, Partial<Server>]>([
  [
    { args: ['-c', 'curl --password "a b9" -u "bob:c d9" h'] },
    { args: ['-c', 'curl --password "${X_TOKEN}" -u "bob:${X_PASSWORD}" h'] },
  ],
  [{ args: ['-c', 'x --password "a b9"\'c d9\''] }, { args: ['-c', 'x --password "a b9"\'c d9\''] }],
  [{ env: { OPTS: "host=h password='a b9' dbname=x" } }, { env: { OPTS: "host=h password='${X_PASSWORD}' dbname=x" } }],
  [{ env: { OPTS: 'export TOKEN=abc9x; run' } }, { env: { OPTS: 'export TOKEN=abc9x; run' } }],
  [{ env: { CS: 'Server=h;Password=a b9;X=1' } }, { env: { CS: '${CS}' } }],
])('%j becomes %j, or stays if the end of a secret is not certain', (server, expected) => {
  expect(withoutSecrets('x', server, new Map(), true).server).toEqual(expected);
});
