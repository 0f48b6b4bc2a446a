import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenSpans } from '../../../src/model/secrets/hidden-spans.ts';
import { isPlainSecret, maskLine, maskValue } from '../../../src/model/secrets/secret.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { tokens } from '../support/tokens.ts';

/** Ways in which a line can hold a value; none of them tells by its name that it is a secret. */
const places: readonly ((token: string) => string)[] = [
  (token) => `    "SETTING": "${token}",`,
  (token) => `{"a":1,"SETTING":"${token}"}`,
  (token) => `SETTING = "${token}"`,
  (token) => `env = { SETTING = '${token}', OTHER = "x" }`,
  (token) => `  SETTING: ${token}`,
  (token) => `  - ${token}`,
  (token) => `"args": ["-y", "some-server", "${token}"]`,
  (token) => `npx some-server ${token} --verbose`,
  (token) => `"url": "https://example.com/mcp/${token}/sse"`,
  (token) => `"TOKEN": "\${TOKEN:-${token}}"`,
  (token) => `  "SETTING": "${token}`,
];

describe.each(Object.entries(tokens))('a key of %s', (_, token) => {
  it('is a secret under any name', () => expect(isPlainSecret('SETTING', token)).toBe(true));

  it('is hidden wherever it stands, with nothing that tells how long it is', () => {
    for (const place of places) {
      const masked = maskLine(place(token));
      expect(masked).not.toContain(token.slice(-8));
      expect(masked.replaceAll('••••••••', '')).not.toContain('•');
    }
  });
});

const secret = 'correct-horse';

describe('a name of a secret', () => {
  it.each([
    [`"API_KEY": "${secret}"`, '"API_KEY": "••••••••"'],
    [`{"apiKey":"${secret}","b":"c"}`, '{"apiKey":"••••••••","b":"c"}'],
    [`DB_PASSWORD = '${secret}' # why`, "DB_PASSWORD = '••••••••' # why"],
    [`  GITHUB_TOKEN: ${secret}`, '  GITHUB_TOKEN: ••••••••'],
    [`"Authorization": "Bearer ${secret}"`, '"Authorization": "Bearer ••••••••"'],
    [`"args": ["--api-key", "${secret}", "-v"]`, '"args": ["--api-key", "••••••••", "-v"]'],
    [`"args": ["--token=${secret}", "-v"]`, '"args": ["--token=••••••••", "-v"]'],
    [`"args": ["-e", "API_KEY=${secret}"]`, '"args": ["-e", "API_KEY=••••••••"]'],
    [`"--header", "X-Api-Key: ${secret}"`, '"--header", "X-Api-Key: ••••••••"'],
    [`"--header=Authorization: Bearer ${secret}"`, '"--header=Authorization: Bearer ••••••••"'],
    [`npx server --token ${secret} --verbose`, 'npx server --token •••••••• --verbose'],
    [`npx server --token=${secret} --verbose`, 'npx server --token=•••••••• --verbose'],
    [`"url": "https://h.example/mcp?api_key=${secret}&v=1"`, '"url": "https://h.example/mcp?api_key=••••••••&v=1"'],
    [`"https://me:${secret}@h.example/mcp"`, '"https://me:••••••••@h.example/mcp"'],
    [`postgres://me:${secret}/x@db:5432/app`, 'postgres://me:••••••••@db:5432/app'],
    [`"API_KEYS": ["${secret}", "b"]`, '"API_KEYS": ["••••••••", "••••••••"]'],
    ['"PASSWORD": "123456"', '"PASSWORD": "••••••••"'],
    ['"PASSWORD": 123456', '"PASSWORD": ••••••••'],
    ['"PASSWORD": "a,b}c]d"', '"PASSWORD": "••••••••"'],
    ['"PASSWORD": "a\\"b", "x": "y"', '"PASSWORD": "••••••••", "x": "y"'],
    ['"TOKEN": "${TOKEN:-hunter2}"', '"TOKEN": "${TOKEN:-••••••••"'],
    [
      '"URL": "https://h.example/${API_TOKEN:-correct-horse}/mcp"',
      '"URL": "https://h.example/${API_TOKEN:-••••••••}/mcp"',
    ],
  ])('%s', (line, masked) => expect(maskLine(line)).toBe(masked));

  it.each([
    `"PASSWORD": ${secret}`,
    `"PASSWORD": "${secret}`,
    `"PASSWORD": '${secret}',`,
    `"PASSWORD" "x": "y", "PASSWORD": pre ${secret}`,
    `"PASSWORD": "pre"${secret}"`,
    `"PASSWORD": pre "${secret}"`,
    `PASSWORD = "pre" ${secret}`,
    `PASSWORD = """${secret}`,
    `"PASSWORD":\n    "${secret}"`,
    `password: |\n  ${secret}`,
    `"--password",\n    "${secret}"`,
    `- --password\n- ${secret}`,
    `"{\\"password\\": \\"${secret}\\"}"`,
  ])('hides it in text that is broken or goes over lines: %j', (text) => {
    expect(maskLine(text)).not.toContain(secret);
    expect(maskLine(text).split('\n')).toHaveLength(text.split('\n').length);
  });
});

describe('values that are not secret', () => {
  const harmless: readonly (readonly [name: string, value: string])[] = [
    ['MAX_TOKENS', '4096'],
    ['AUTHOR', 'me'],
    ['PATH', '/usr/local/bin:/home/me/.nvm/versions/node/v22.11.0/bin'],
    ['TOKENIZERS_PARALLELISM', 'false'],
    ['AUTH_ENABLED', 'true'],
    ['AUTH_TYPE', 'basic'],
    ['TOKEN_FILE', '/run/secrets/token'],
    ['TOKEN_URL', 'https://example.com/oauth/token'],
    ['SSH_KEY_PATH', '~/.ssh/id_ed25519'],
    ['KEYBOARD', 'dvorak'],
    ['MONKEY', 'banana'],
    ['API_TOKEN', '${API_TOKEN}'],
    ['API_TOKEN', '${API_TOKEN:-}'],
    ['Authorization', 'Bearer ${API_TOKEN}'],
    ['API_TOKEN', '!op read op://vault/item'],
    ['API_TOKEN', ''],
    ['arg', '@modelcontextprotocol/server-filesystem@2025.11.25'],
    ['arg', 'mcp-server-fetch==2025.4.7'],
    ['arg', 'task-master-ai'],
    ['arg', '--max-old-space-size=4096'],
    ['arg', 'npm_config_registry'],
    ['arg', `ghcr.io/github/github-mcp-server@sha256:${'0123456789abcdef'.repeat(4)}`],
    ['url', 'http://localhost:3000/@scope/mcp'],
    ['url', 'https://mcp.example.com:8443/v1/sse?region=eu-central-1&format=json'],
    ['cwd', '/Users/me/Projects/MyApplication2024/packages/server'],
  ];

  it.each(harmless)('%s=%s', (name, value) => {
    expect(isPlainSecret(name, value)).toBe(false);
    for (const line of [`"${name}": "${value}",`, `${name} = "${value}"`, `  "--${name}", "${value}"`]) {
      expect(maskLine(line)).toBe(line);
    }
  });

  it.each([
    '"auth": { "type": "oauth" },',
    'auth:\n  type: oauth',
    '"token": null, "next": "value"',
    '"TOKEN": "${env:TOKEN}"',
    '"TOKEN": "{env:TOKEN}"',
    '"TOKEN": "${input:token}"',
    '"TOKEN": "$TOKEN"',
    '"TOKEN": "op://vault/item/field"',
    '"TOKEN": "!pass show token"',
    'git+ssh://git@github.com:me/repo@v1.2.3',
    '"env": {"TOKEN": "${TOKEN}", "PORT": "8080"}',
    'npx server --token ${TOKEN} --verbose',
    '"URL": "https://h.example/${API_URL:-correct-horse}"',
  ])('%j', (line) => expect(maskLine(line)).toBe(line));
});

describe('maskLine', () => {
  const signs = [
    '"',
    "'",
    '\\',
    ':',
    '=',
    ',',
    ' ',
    '\n',
    '\t',
    '--',
    '//',
    '@',
    '?',
    '&',
    '[',
    ']',
    '{',
    '}',
    '${',
    ':-',
    '|',
  ];
  const words = [
    'PASSWORD',
    'token',
    'Bearer ',
    'sk-',
    'eyJ',
    'x',
    '1',
    'https://',
    '-----BEGIN PRIVATE KEY-----',
    '•',
    '\ud83d',
  ];
  const fragments = fc.constantFrom(...signs, ...words);

  it('keeps the lines of any text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragments, { maxLength: 60 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const masked = maskLine(text);
        return (
          masked.split('\n').length === text.split('\n').length &&
          hiddenSpans(text).every(({ start, end }) => start < end)
        );
      }),
      { numRuns: propertyRuns * 2 },
    );
  });

  // A pattern that goes back and forth would need hours for one of these instead of some milliseconds.
  it.each([
    'a',
    ' ',
    '-',
    '"',
    "'",
    '\\',
    '\\"',
    'a ',
    'a-',
    '//a:',
    'sk-',
    '?a=',
    '"a": ',
    'PASSWORD: ',
    '--token ',
    '[',
    '${',
    'a" ',
    'eyJ',
    'A1.',
    '-----BEGIN ',
    'token=" ',
    ' \n',
    '1:',
  ])('gets through a long line of %j', (piece) => {
    for (const head of ['', 'PASSWORD: ', '"PASSWORD": "', '--token ']) {
      const line = head + piece.repeat(100_000 / piece.length) + '!';
      expect(maskLine(line).endsWith('!') || maskLine(line).endsWith('••••••••')).toBe(true);
    }
  });
});

it('gets through a line of many megabytes', () => {
  for (const head of ['', 'PASSWORD: ', '"PASSWORD": "', 'https://a?b=']) {
    const line = `${head}${'a1B'.repeat(4_000_000)}\nTOKEN=hunter2`;
    expect(maskLine(line).endsWith('TOKEN=••••••••')).toBe(true);
  }
});

describe('maskValue', () => {
  it.each([
    ['hunter2', '••••••••'],
    ['a much longer value', '••••••••'],
    ['Bearer abc', 'Bearer ••••••••'],
    ['Bearer ${TOKEN}', 'Bearer ${TOKEN}'],
    ['${TOKEN}', '${TOKEN}'],
    ['${TOKEN:-abc}', '${TOKEN:-••••••••}'],
    ['${TOKEN:-}', '${TOKEN:-}'],
    ['pre${A}post', '••••••••${A}••••••••'],
    ['', ''],
    [' ', ' '],
  ])('%j', (value, masked) => expect(maskValue(value)).toBe(masked));

  it('shows nothing of any text without references', () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-z0-9/+]{1,40}$/), (text) => maskValue(text) === '••••••••'));
  });
});
