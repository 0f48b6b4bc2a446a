import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineYaml } from '../../fuzz/formats/outline-yaml.ts';
import { writeDocument } from '../../src/clients/document.ts';
import { clients } from '../../src/clients/registry.ts';
import { parseWithLibrary } from '../../src/formats/yaml/parse.ts';
import { readSubset } from '../../src/formats/yaml/subset-reader.ts';
import type { Server } from '../../src/model/server.ts';
import type { Value } from '../../src/model/value.ts';
import { servers } from '../clients/support/servers.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { keys, mutated, plainConfigs, shortTexts, words } from './support/plain-yaml.ts';
import { yamlDocuments } from './support/yaml-documents.ts';

const valueOf = (text: string): Value | undefined => readSubset(text)?.root.value;

/** Whether our reader took the text; fails when the library sees another tree in it. */
function agrees(text: string): boolean {
  const tree = readSubset(text);
  if (!tree) return false;
  const { diagnostics, root, room } = parseWithLibrary(text);
  const seen = { text, diagnostics: [], root: outlineYaml(tree.root), room: tree.room };
  const expected = { text, diagnostics, root: outlineYaml(root), room };
  if (!isDeepStrictEqual(seen, expected)) expect(seen).toEqual(expected);
  return true;
}

describe('our reader sees what the library sees, or nothing', () => {
  const documents = yamlDocuments().map(({ text }) => text);
  it.each([
    // Few of them are taken, so a shorter run might have none.
    ['documents of every kind', documents, Math.max(1, 500 / propertyRuns), 0.001],
    ['plain configs', plainConfigs(), 1, 0.3],
    ['plain configs with a few characters changed', mutated(plainConfigs()), 1, 0.04],
    ['short lines of anything', shortTexts(), 1, 0.02],
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

describe('texts our reader takes', () => {
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
    [
      '# c\n--- # d\n- - a\n  - b\n- [[c], {d: 1, "e":2}]\n',
      [
        ['a', 'b'],
        [['c'], { d: 1, e: 2 }],
      ],
    ],
    ['a: |\n  one\n\n    two\nb: >-\n  one\n  two\n', { a: 'one\n\n  two\n', b: 'one two' }],
    ["a: \"\\t\\u00e9\\x41\"\nb: 'it''s'", { a: '\té\x41', b: "it's" }],
    [
      'a: 0x1f\nb: 1e3\nc: -.inf\nd: 1_000\ne: 2024-01-01',
      { a: 31, b: 1000, c: -Infinity, d: '1_000', e: '2024-01-01' },
    ],
  ])('%j', (text, value) => {
    expect(valueOf(text)).toEqual(value);
    agrees(text);
  });

  it('keeps __proto__ as a key of its own', () => {
    const value = valueOf('__proto__:\n  a: 1\n') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect('a' in value).toBe(false);
  });

  it('takes nothing nested more deeply than the full reader does', () => {
    const nest = (depth: number): string =>
      `${Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}a:\n${' '.repeat(at)}-`).join('\n')}\n`;
    for (let depth = 1; depth < 120; depth += 1) agrees(nest(depth));
    expect([valueOf(nest(15)), valueOf(nest(25))]).toEqual([expect.anything(), undefined]);
  });
});

const refusedValues = [
  ...'&x *x !!str | > |+ |2 b: @b `b` {b:1} {b} [b,] [,b] [b:] "\\a" "\\u12" \'b'.split(' '),
  'b: c',
  '"b" c',
  '[b: c]',
  '[b,\n  c]',
  'b\tc',
  'b\n  c',
  '"b\n  c"',
  '|\n',
  '|\n  b\n c',
  '|\n    \n  b',
  '>+\n  b',
  'b\u0007',
  'b\u00a0c',
  'b\u2028c',
  'b\rc: d',
  '\ud800',
];

const refusedTexts =
  '|\n|# c|{}|[]|a| a: 1|\ufeffa: 1|--- a: 1|---\n---\na: 1|a: 1\n...|a: 1\n---\n|%YAML 1.1\n---\na: 1|? a\n: b|a : 1|a:b|a:\tb|' +
  'a:\n  b|a: 1\na: 2|a: 1\n"a": 2|__proto__: 1\n__proto__: 2|a:\n  b: 1\n c: 2|a: 1\n  b: 2|a:\n  - b\n - c|- a\nb: 1|' +
  'a: 1\n- b|a:\n  - b\n  c: 1';

describe('texts our reader leaves to the library', () => {
  it.each([...refusedTexts.split('|'), ...refusedValues.map((value) => `a: ${value}`)])('%j', (text) => {
    expect(valueOf(text)).toBeUndefined();
  });

  it('a key that is too long for one line', () => {
    expect(valueOf(`${'k'.repeat(1025)}: 1`)).toBeUndefined();
    expect(valueOf(`"${'k'.repeat(1025)}": 1`)).toBeUndefined();
  });
});

describe('real config files', () => {
  const fixture = (path: string): string =>
    readFileSync(new URL(`../../fixtures/clients/${path}`, import.meta.url), 'utf8');
  const place = { scope: 'user', project: '/home/me/project' } as const;

  it('takes what Goose and Continue write', () => {
    expect(agrees(fixture('goose/config.yaml'))).toBe(true);
    expect(agrees(fixture('goose/golden/config/after-add.yaml'))).toBe(true);
    expect(agrees(fixture('continue/config.yaml'))).toBe(true);
  });

  it.each([clients.goose, clients.continue])('reads the format of $id', async (client) => {
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
