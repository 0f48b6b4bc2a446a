import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDocument } from '../../src/clients/document.ts';
import { clients } from '../../src/clients/registry.ts';
import { yaml } from '../../src/formats/yaml/index.ts';
import { simpleYaml } from '../../src/formats/yaml/simple-value.ts';
import type { Server } from '../../src/model/server.ts';
import { sameValue } from '../../src/model/value.ts';
import { servers } from '../clients/support/servers.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { keys, mutated, plainConfigs, shortTexts, words } from './support/plain-yaml.ts';
import { yamlDocuments } from './support/yaml-documents.ts';

/** Whether the simple reader took the text; fails when the full reader sees something else in it. */
function agrees(text: string): boolean {
  const value = simpleYaml(text);
  if (value === undefined) return false;
  const full = yaml.parse(text);
  expect({ text, diagnostics: full.diagnostics }).toEqual({ text, diagnostics: [] });
  if (!sameValue(full.value, value)) expect({ text, value }).toEqual({ text, value: full.value });
  expect(JSON.stringify(value), 'the order of keys').toBe(JSON.stringify(full.value));
  return true;
}

describe('the simple reader reads what the full one reads, or nothing', () => {
  const documents = yamlDocuments().map(({ text }) => text);
  it.each([
    ['documents of every kind', documents, 4, 0.001],
    ['plain configs', plainConfigs(), 1, 0.3],
    ['plain configs with a few characters changed', mutated(plainConfigs()), 2, 0.04],
    ['short lines of anything', shortTexts(), 2, 0.02],
  ] as const)('%s', (_, texts, times, share) => {
    let taken = 0;
    fc.assert(
      fc.property(texts, (text) => {
        taken += Number(agrees(text));
      }),
      { numRuns: propertyRuns * times },
    );
    expect(taken).toBeGreaterThan(propertyRuns * times * share);
  });

  it('key by key and word by word', () => {
    for (const word of words) {
      for (const key of keys)
        for (const text of [`${key}: ${word}`, `${key}:\n- ${word}\n`, `${key}: [${word}]`]) agrees(text);
    }
  });
});

describe('texts the simple reader takes', () => {
  it.each([
    ['a:', { a: null }],
    ['a: 1\r\nb: ~\r\n', { a: 1, b: null }],
    ['# c\na: b # d\n\n', { a: 'b' }],
    ['a:\n- x\n- y: 1\n  z: 2\nb: {}', { a: ['x', { y: 1, z: 2 }], b: {} }],
    ['a:\n  b:\n    - [c, "d e", 5]\n', { a: { b: [['c', 'd e', 5]] } }],
    ['a:\n  -\n    b: 1\n  -\n', { a: [{ b: 1 }, null] }],
    ['version: 0.0.1\nurl: https://x.y:80/#z\n', { version: '0.0.1', url: 'https://x.y:80/#z' }],
    ['\'a: b\': \'c: d # e\'\n"f": ""', { 'a: b': 'c: d # e', f: '' }],
    ['on: yes\nnull: no', { on: 'yes', null: 'no' }],
  ])('%j', (text, value) => {
    expect(simpleYaml(text)).toEqual(value);
    agrees(text);
  });

  it('keeps __proto__ as a key of its own', () => {
    const value = simpleYaml('__proto__:\n  a: 1\n') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect('a' in value).toBe(false);
  });

  it('takes nothing nested more deeply than the full reader does', () => {
    const nest = (depth: number): string =>
      `${Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}a:\n${' '.repeat(at)}-`).join('\n')}\n`;
    for (let depth = 1; depth < 120; depth += 1) agrees(nest(depth));
    expect([simpleYaml(nest(40)), simpleYaml(nest(100))]).toEqual([expect.anything(), undefined]);
  });
});

const refusedValues = [
  ...'True FALSE Null .inf -.inf .nan 0x1f 0o7 1_000 1e3 1.0 .5 5. +1 -0 01 2024-01-01 1:30 1234567890123456'.split(
    ' ',
  ),
  ..."&x *x !!str | > b: @b `b` {b:1} [[b]] [b,] [,b] [b:] [b\"c] [b?c] \"\\n\" 'it''s'".split(' '),
  'b: c',
  '"b" c',
  '[b: c]',
  'b\tc',
  'b\n  c',
  '"b\n  c"',
  '|\n  b',
  'b\u0007',
  'b\u00a0c',
  'b\u2028c',
  'b\rc: d',
  '\ud800',
];

const refusedTexts =
  '|\n|# c|{}|[]|- a|a| a: 1|\ufeffa: 1|---\na: 1|a: 1\n...|%YAML 1.1\n---\na: 1|? a\n: b|a : 1|a:b|<<: {}|a:\tb|a:\n  b|' +
  'a: 1\na: 2|a: 1\n"a": 2|__proto__: 1\n__proto__: 2|a:\n  b: 1\n c: 2|a: 1\n  b: 2|a:\n  - b\n - c|- a\nb: 1|a: 1\n- b|' +
  'a:\n  - b\n  c: 1|a:\n- - b';

describe('texts the simple reader leaves to the full one', () => {
  it.each([...refusedTexts.split('|'), ...refusedValues.map((value) => `a: ${value}`)])('%j', (text) => {
    expect(simpleYaml(text)).toBeUndefined();
  });

  it('a key that is too long for one line', () => {
    expect(simpleYaml(`${'k'.repeat(1025)}: 1`)).toBeUndefined();
    expect(simpleYaml(`"${'k'.repeat(1025)}": 1`)).toBeUndefined();
  });
});

describe('real config files', () => {
  const fixture = (path: string): string =>
    readFileSync(new URL(`../../fixtures/clients/${path}`, import.meta.url), 'utf8');
  const place = { scope: 'user', project: '/home/me/project' } as const;

  it('takes what Goose and Continue write', () => {
    expect(agrees(fixture('goose/config.yaml'))).toBe(true);
    expect(agrees(fixture('goose/golden/config/after-add.yaml'))).toBe(true);
    // A flow map with content and a number with an exponent, as hardly anyone writes them.
    const text = fixture('continue/config.yaml');
    expect(agrees(text)).toBe(false);
    expect(agrees(text.replace(/^ *- \{.*\n/m, '').replace('3e4', '30000'))).toBe(true);
  });

  it.each([clients.goose, clients.continue])('takes what is written for $id', async (client) => {
    const local: Server = {
      command: 'npx',
      args: ['-y', '@example/server@1.2.3', '/home/me/a b'],
      env: { LOG: 'debug', KEY: '${KEY}' },
    };
    const remote: Server = {
      url: 'https://mcp.example.com/mcp?a=1&b=2',
      headers: { Authorization: 'Bearer ${TOKEN}' },
    };
    const { text } = await writeDocument(client, { local, remote }, place);
    expect({ text, taken: agrees(text) }).toEqual({ text, taken: true });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(servers, servers, async (first, second) => {
        const written = await writeDocument(client, { 'server-1': first, 'server 2': second }, place, text);
        taken += Number(agrees(written.text));
      }),
      { numRuns: Math.ceil(propertyRuns / 5) },
    );
    expect(taken).toBeGreaterThan(0);
  });
});
