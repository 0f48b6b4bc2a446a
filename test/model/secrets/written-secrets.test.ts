import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { maskFile, parsedSecrets } from '../../../src/formats/document-secrets.ts';
import { unifiedDiff } from '../../../src/manage/compare/diff.ts';
import { masked } from '../../../src/manage/secrets/masked-server.ts';
import { withoutSecrets } from '../../../src/manage/secrets/without-secrets.ts';
import { excerpt } from '../../../src/model/diagnostics/excerpt.ts';
import { rangeOf } from '../../../src/model/diagnostics/position.ts';
import { secretsIn } from '../../../src/model/secrets/plain-secrets.ts';
import { maskLine } from '../../../src/model/secrets/secret.ts';
import type { Server } from '../../../src/model/server.ts';
import type { Value } from '../../../src/model/value.ts';

/** Each part of a value that must not be shown begins with this. */
const CANARY = 'Qanary';

/** Passwords with what separates words, items and settings. */
const passwords = [
  'Qanary1x',
  'Qanary1 Qanary2',
  'Qanary1/Qanary2',
  'Qanary1:Qanary2',
  'Qanary1 # Qanary2',
  "Qanary1'Qanary2",
  'Qanary1,Qanary2',
];

const options: readonly ((password: string) => readonly string[])[] = [
  (password) => ['-u', `bob:${password}`],
  (password) => ['-U', `bob:${password}`],
  (password) => ['--user', `bob:${password}`],
  (password) => ['--proxy-user', `bob:${password}`],
  (password) => [`--user=bob:${password}`],
  (password) => ['--password', password],
  (password) => ['--api-key', password],
  (password) => [`--password=${password}`],
  (password) => [`--password ${password}`],
];

/** Passwords that need no quotes in the place where they are. */
const simple = ['Qanary1x', 'Qanary', 'Qanary1!$'];

const connections: readonly ((password: string) => string)[] = [
  // ADO.NET, ODBC, Azure
  (password) => `Server=h;Database=d;User Id=sa;Password=${password};Encrypt=true`,
  (password) => `Data Source=h;User=sa;Pwd=${password}`,
  (password) => `Server=h; Password = ${password} ; Encrypt=true`,
  (password) => `Server=h;Password='${password};Qanary2';Encrypt=true`,
  (password) => `Server=h;Password="${password};Qanary2";Encrypt=true`,
  (password) => `Server=h;Password=${password} Qanary2;Encrypt=true`,
  (password) => `Driver={ODBC Driver 17};Server=h;UID=sa;PWD=${password}`,
  (password) => `Driver={ODBC Driver 17};Server=h;UID=sa;PWD={${password};Qanary2};X=1`,
  (password) => `Endpoint=sb://h/;SharedAccessKeyName=Root;SharedAccessKey=${password}=`,
  (password) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${password}==;EndpointSuffix=x`,
  // JDBC
  (password) => `jdbc:sqlserver://h:1433;databaseName=d;user=sa;password=${password};encrypt=true`,
  (password) => `jdbc:postgresql://h/d?user=a&password=${password}&ssl=true`,
  (password) => `jdbc:oracle:thin:scott/${password}@h:1521:x`,
  (password) => `jdbc:oracle:thin:scott/${password}@//h:1521/x`,
  (password) => `scott/${password}@h:1521/x`,
  // libpq
  (password) => `host=h port=5432 user=bob password=${password} dbname=x`,
  (password) => `host=h user=bob password='${password} Qanary2' dbname=x`,
  // addresses
  ...['mongodb', 'mongodb+srv', 'postgres', 'mysql', 'redis', 'rediss', 'amqp', 'amqps'].map(
    (scheme) => (password: string) => `${scheme}://bob:${password}@h:1234/d`,
  ),
  (password) => `redis://:${password}@h:6379/0`,
  (password) => `h:6379,password=${password},ssl=True`,
  // Go
  (password) => `bob:${password}@tcp(h:3306)/d`,
  (password) => `bob:${password}@unix(/tmp/s)/d`,
  (password) => `bob:${password}@/d`,
  (password) => `bob:${password}@h:5432/d`,
];

const toml = (value: string): string => JSON.stringify(value);

/** The ways in which files of clients write a list. */
const lists: Readonly<Record<string, (items: readonly string[]) => string>> = {
  'JSON on lines': (items) => JSON.stringify({ mcpServers: { a: { command: 'x', args: items } } }, undefined, 2),
  'JSON on one line': (items) => JSON.stringify({ mcpServers: { a: { command: 'x', args: items } } }),
  'JSON with comments': (items) =>
    `{\n  "args": [\n${items.map((item) => `    ${JSON.stringify(item)}, // why\n`).join('')}  ]\n}`,
  'JSON with comments between': (items) =>
    `{\n  "args": [\n${items.map((item) => `    /* why */ ${JSON.stringify(item)},\n    // why\n`).join('')}  ]\n}`,
  'TOML on lines': (items) => `args = [\n${items.map((item) => `  ${toml(item)}, # why\n`).join('')}]\n`,
  'TOML on one line': (items) => `args = [${items.map(toml).join(', ')}]\n`,
  'TOML in single quotes': (items) =>
    `args = [${items.map((item) => (item.includes("'") ? toml(item) : `'${item}'`)).join(', ')}]\n`,
  YAML: (items) => stringify({ extensions: { a: { cmd: 'x', args: items } } }),
  'YAML in single quotes': (items) => stringify({ a: { args: items } }, { defaultStringType: 'QUOTE_SINGLE' }),
  'YAML in double quotes': (items) => stringify({ a: { args: items } }, { defaultStringType: 'QUOTE_DOUBLE' }),
  'YAML in brackets': (items) => stringify({ a: { args: items } }, { collectionStyle: 'flow' }),
  'YAML with comments': (items) =>
    stringify({ a: { args: items } })
      .split('\n')
      .map((line) => (/^ *- /.test(line) ? `${line} # why` : line))
      .join('\n'),
};

/** Other lines, so that what is shown of a diff begins and ends somewhere. */
const around = Array.from({ length: 9 }, (_, index) => `# line ${index}`).join('\n');

describe.each(Object.entries(lists))('%s', (_, write) => {
  const args = [
    ...passwords.flatMap((password) => options.map((option) => option(password))),
    ...simple.flatMap((password) => connections.map((connection) => [connection(password)])),
    ...simple.flatMap((password) => connections.map((connection) => ['--db', connection(password)])),
  ];

  it('shows no part of a password', () => {
    for (const items of args) expect(maskLine(write(['-y', ...items, '--verbose', 'z']))).not.toContain(CANARY);
  });

  it('shows none in a diff, wherever the change is', () => {
    for (const items of args) {
      const texts = [
        write(['-y', ...items, '--verbose']),
        write(['-y', ...items, '--verbose', 'z']),
        write(['z', '-y', ...items, '--verbose']),
        write(['-y', ...items.map((item) => item.replace(CANARY, `${CANARY}Z`)), '--verbose']),
      ].map((text) => `${around}\n${text}\n${around}\n`);
      for (const before of [undefined, ...texts])
        for (const after of [undefined, ...texts])
          if (before !== after) expect(unifiedDiff({ path: '/p/f', before, after })).not.toContain(CANARY);
    }
  });
});

it('shows none in the values of a definition', () => {
  for (const password of passwords)
    for (const option of options)
      expect(JSON.stringify(masked({ command: 'x', args: [...option(password), 'z'] }))).not.toContain(CANARY);
  for (const password of simple)
    for (const connection of connections) {
      const text = connection(password);
      for (const server of [{ args: [text] }, { args: ['--db', text] }, { env: { SETTING: text } }, { url: text }])
        expect(JSON.stringify(masked(server))).not.toContain(CANARY);
    }
});

it.each([
  'npm:cowsay@1.5.0',
  'node:20@sha256:1234567890',
  'ghcr.io/acme/srv:1.2@sha256:12345',
  'actions/checkout@v4',
  'git@github.com:22/me/repo.git',
  'docker run -u 1000:1000 img',
  'python -u srv.py',
  '"-u", "https://h.example/x"',
  '- -u\n- 1000:1000',
  '- -u\n- -m\n- app:main',
  'Server=h;Database=d;User Id=sa;Encrypt=true',
  'a;b=c;d=e',
  'PATH=/a;/b',
])('leaves %j as it is', (text) => expect(maskLine(text)).toBe(text));

/** Entries whose secrets only a parser sees: they span lines, or their names are escaped or beside them. */
const parsed: readonly (readonly [file: string, text: string])[] = [
  ...[
    '- -u\n- >-\n  bob:Qanary1\n  Qanary2',
    '- -u\n- |\n  bob:Qanary1',
    '- -u\n- bob:Qanary1\n  Qanary2',
    '- -u\n- "bob:Qanary1\n  Qanary2"',
    "- -u\n- 'bob:Qanary1\n  Qanary2'",
    '- "--password Qanary1\n  Qanary2"',
    '- --password Qanary1\n  Qanary2',
    '- >-\n  --password Qanary1\n  Qanary2',
    '-\n  --password\n-\n  Qanary1 Qanary2',
    '- [--password,\n  Qanary1\n  Qanary2, z]',
    '- {password: Qanary1\n  Qanary2}',
    '- CS: Server=h;Password=Qanary1\n    Qanary2;X=1',
    '- "Server=h;Password=Qanary1\\\n    Qanary2;X=1"',
    '- name: API_KEY\n  value: Qanary1 x',
  ].map((items) => ['/f.yaml', `a:\n  db:\n    list:\n${items.replaceAll(/^/gm, '      ')}\n    x: 1\n`] as const),
  ...[
    "args = ['-u', '''bob:Qanary1 Qanary2''']",
    'args = ["-u", """bob:Qanary1\nQanary2"""]',
    '"pass\\u0077ord" = "Qanary1"',
    'args = ["--pass\\u0077ord", "Qanary1 x"]',
  ].map((line) => ['/f.toml', `[a.b]\n${line}\nx = 1\n`] as const),
  ...[
    '"password": // why\n      "Qanary1"',
    '"password" /* c */ : "Qanary1"',
    '"pass\\u0077ord": "Qanary1"',
    '"args": ["\\u002d\\u002dpassword", "Qanary1 x"]',
    '"env": [{ "name": "API_KEY", "value": "Qanary1" }]',
    '"env": { "A": "{\\"args\\":[\\"--password\\",\\"Qanary1 Qanary2\\"]}" }',
    '"args": ["-c", "x --password \\"Qanary1 Qanary2\\" -u \\"bob:Qanary3 Qanary4\\""]',
    '"inputs": [{ "id": "a", "password": true, "default": "Qanary1" }]',
  ].flatMap((member) =>
    ['/f.json', '/settings.json', '/f'].map(
      (file) => [file, `{\n  "a": {\n    "b": {\n      ${member},\n      "x": 1\n    }\n  }\n}\n`] as const,
    ),
  ),
];

it.each(parsed)('shows no part of a password in %s: %j', (path, text) => {
  const offset = text.lastIndexOf('1');
  const edits = [{ offset, length: 1, text: '2' }];
  const after = `${text.slice(0, offset)}2${text.slice(offset + 1)}`;
  const changes = [
    { path, before: text, after, edits },
    { path, before: text, after },
    { path, before: undefined, after },
    { path, before: text, after: undefined },
    // The secret comes with the change.
    { path, before: after, after: text, edits: [{ offset: 0, length: after.length, text }] },
  ];
  for (const change of changes) expect(unifiedDiff(change)).not.toContain(CANARY);
  for (const { index } of text.matchAll(/Qanary/g)) {
    const range = rangeOf(text, { start: index, end: index + 1 });
    expect(excerpt(text, range, parsedSecrets(path, text)).join('\n')).not.toContain(CANARY);
  }
  expect(maskFile(path, text)).not.toContain(CANARY);
});

it.each([
  '{"TOKEN": "${input:x}", "b": "{env:TOKEN}", "args": ["--token", "${env:T}"], "API_KEY": "$API_KEY", "AUTH": "op://a/b"}',
  '{"type": "oauth", "auth": {"type": "oauth"}, "env": [{"name": "MODE", "value": "dev"}], "args": ["-u", "srv.py"]}',
])('leaves a parsed %j as it is', (text) => expect(maskFile('/f.json', text)).toBe(text));

it.each([
  ['"_TOKEN": "Qanary1"', '"_TOKEN": "••••••••"'],
  ['"1password": "Qanary1"', '"1password": "••••••••"'],
  ['__password = "Qanary1"', '__password = "••••••••"'],
  ['_authToken: Qanary1', '_authToken: ••••••••'],
  ['{"env": {"__password": "Qanary1" "x"}', '{"env": {"__password": "••••••••'],
  ['"mysql --password \\"Qanary1 Qanary2\\" -h x"', '"mysql --password •••••••• -h x"'],
  ['"mysql -u \\"bob:Qanary1 Qanary2\\" -h x"', '"mysql -u \\"bob:••••••••\\" -h x"'],
  ["x --password $'Qanary1 Qanary2' z", 'x --password •••••••• z'],
])('masks %j in a text that no parser reads', (text, masked) => expect(maskLine(text)).toBe(masked));

it.each<[Server]>([
  [{ args: ['-su', 'bob:Qanary1'] }],
  [{ args: ['--login', 'bob:Qanary1'] }],
  [{ args: ['-c', 'curl -su bob:Qanary1 h'] }],
  [{ headers: { 'X-Custom': 'Bearer Qanary1' } }],
  [{ url: 'https://h/?auth[token]=Qanary1' }],
  [{ url: 'https://h/?api%5Fkey=Qanary1' }],
  [{ url: "https://h/?token=a'Qanary1" }],
])('masks, finds and takes out the secret of %j', (server) => {
  expect(JSON.stringify(masked(server as Value))).not.toContain(CANARY);
  expect(secretsIn(server)).not.toEqual([]);
  expect(JSON.stringify(withoutSecrets('x', server).server)).not.toContain(CANARY);
});

it.each(['Bearer authentication', 'Basic authentication', '-xu a', '["-su", "me"]', 'https://h/?a[b]=c'])(
  'leaves the words %j as they are',
  (text) =>
    expect(JSON.stringify(masked({ note: text, args: [text] }))).toBe(JSON.stringify({ note: text, args: [text] })),
);
