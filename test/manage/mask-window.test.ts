import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { Revision } from '../../src/formats/revision.ts';
import type { Edit, FormatId } from '../../src/formats/types.ts';
import { unifiedDiff } from '../../src/manage/compare/diff.ts';
import { excerpt } from '../../src/model/diagnostics/excerpt.ts';
import { MASK } from '../../src/model/secrets/hidden-spans.ts';
import { maskLine } from '../../src/model/secrets/secret.ts';
import type { Path, Value } from '../../src/model/value.ts';
import { propertyRuns, propertySeed } from '../support/property-runs.ts';

const options = { numRuns: propertyRuns, seed: propertySeed, endOnFailure: true };

const keyBody = ['MIIEvAIBADANBgkq', 'short=', '', 'hello world', 'abc def: ghi'];

/** Lines that decide about lines below them, or that others decide about. */
const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('plain words', 'hunter2-and-more', 'x y', '  indented', '}', ']', '') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('token:', '  password =', 'a token:', 'API_KEY: |', 'secret: >-', '"auth":'),
  },
  { weight: 3, arbitrary: fc.constantFrom('- --password', '"--api-key",', '  -u', '"-p",', '--token', '- -k') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('name:password1', '"someone:hunter2"', '- value', "'it is quoted'", '"open'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'API_KEY = """',
      "  token: '''",
      '  token: "open',
      '- >-',
      '  : value',
      'secret: abc',
      '"',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('-----BEGIN RSA PRIVATE KEY-----', 'k = -----BEGIN PRIVATE KEY-----') },
  { weight: 1, arbitrary: fc.constantFrom('-----END RSA PRIVATE KEY-----', ...keyBody) },
  { weight: 1, arbitrary: fc.constantFrom('token = "ghp_1234567890abcdefghij"', 'other = ghp_1234567890abcdefghij') },
  { weight: 1, arbitrary: fc.constantFrom(`# ${'long '.repeat(100)}`, ' '.repeat(90), 'note = """', "'''") },
);

/** The same lines again and again, so that what decides about one may be far away. */
const text = fc
  .tuple(
    fc.array(fc.tuple(line, fc.integer({ min: 1, max: 5 })), { maxLength: 25 }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\ufeff'),
    fc.boolean(),
  )
  .map(([lines, end, mark, isEnded]) => {
    const all = lines.flatMap(([one, times]) => Array.from({ length: times }, () => one));
    return mark + all.join(end) + (isEnded ? end : '');
  });

const places = fc.array(fc.tuple(fc.nat(10_000), fc.nat(40), fc.array(line, { maxLength: 4 })), {
  minLength: 1,
  maxLength: 4,
});

describe('the shown parts of a text', () => {
  it('hides in a diff at least what the whole texts hide', () => {
    fc.assert(
      fc.property(text, places, (before, wanted) => {
        const edits = editsIn(before, wanted);
        const after = applyEdits(before, edits);
        expectHidden(unifiedDiff({ path: '/f', before, after, edits }), before, after);
        expectHidden(unifiedDiff({ path: '/f', before, after }), before, after);
      }),
      options,
    );
  });

  // A window starts and ends within the text, not at its ends.
  it('hides in a diff of a long text what the whole texts hide', () => {
    fc.assert(
      fc.property(text, text, text, places, places, (start, between, rest, wanted, more) => {
        const words = '# words of a comment\n'.repeat(20);
        const [head, tail] = [start + words, words + rest];
        const before = head + between + tail;
        const first = editsIn(between, wanted).map((edit) => ({ ...edit, offset: edit.offset + head.length }));
        const by = head.length + between.length + words.length;
        const second = editsIn(rest, more).map((edit) => ({ ...edit, offset: edit.offset + by }));
        const edits = [...first, ...second];
        const after = applyEdits(before, edits);
        expectHidden(unifiedDiff({ path: '/f', before, after, edits }), before, after);
      }),
      options,
    );
  });

  it('hides in the line of an issue at least what the whole text hides', () => {
    fc.assert(
      fc.property(text, fc.nat(200), (whole, number) => {
        const lines = whole.split('\n');
        const index = number % lines.length;
        const offset = lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0);
        const start = { offset, line: index + 1, column: 1 };
        const [shown = ''] = excerpt(whole, { start, end: { ...start, column: 2 } });
        expectWithin(shown.replace(/^\d+ \|/, '').trimEnd(), maskLine(whole).split('\n')[index] ?? '');
      }),
      options,
    );
  });
});

const secret = 'sk-live-4f9a8b7c6d5e4f3a2b1c';
const key = `-----BEGIN PRIVATE KEY-----\n${'hello there\n\n'.repeat(60)}-----END PRIVATE KEY-----\n`;
const filler = 'x y z\n'.repeat(100);

const documents: readonly [name: string, id: FormatId, text: string, changes: readonly [Path, Value][]][] = [
  [
    'a TOML text of many lines',
    'toml',
    `[a]\nnote = """\n${key}${filler}"""\nargs = ["x"]\n`,
    [[['a', 'args'], ['y']]],
  ],
  [
    'a key in a TOML comment',
    'toml',
    `# ${key.replaceAll('\n', '\n# ')}\n[a]\nargs = 1\nport = 1\n`,
    [[['a', 'port'], 2]],
  ],
  [
    'a block scalar above',
    'yaml',
    `a:\n  note: |\n    ${key.trim().replaceAll('\n', '\n    ')}\nb:\n  port: 1\n  word: plain\n`,
    [[['b', 'port'], 2]],
  ],
  [
    'a key that is put above the lines around another change',
    'yaml',
    `a:\n  note: x\nb:\n  word: plain\n  more: words\n  port: 1\n  last: one\n`,
    [
      [['a', 'note'], key],
      [['b', 'port'], 2],
    ],
  ],
  [
    'the same value elsewhere',
    'jsonc',
    `{\n  "a": { "TOKEN": "${secret}" },\n  "b": { "x": 1 }\n}\n`,
    [[['b', 'x'], `see ${secret}`]],
  ],
  [
    'secrets on both sides',
    'jsonc',
    `{\n  "TOKEN": "${secret}-1",\n  "x": 1,\n  "PASSWORD":\n    "hunter2-and-more"\n}\n`,
    [[['x'], { API_KEY: `${secret}-2` }]],
  ],
];

describe('a change to a document', () => {
  it.each(documents)('hides at least what the whole texts hide: %s', async (_name, id, before, changes) => {
    const format = await loadFormat(id);
    const revision = new Revision(format, format.parse(before));
    for (const [path, value] of changes) revision.set(path, value);
    const edits = revision.edits();
    const after = applyEdits(before, edits);
    const diff = unifiedDiff({ path: '/f', before, after, edits });
    expectHidden(diff, before, after);
    expect(diff).not.toContain(secret);
  });
});

function editsIn(before: string, wanted: readonly [number, number, string[]][]): Edit[] {
  const sorted = wanted.map(([at, length, lines]) => [at % (before.length + 1), length, lines.join('\n')] as const);
  const edits: Edit[] = [];
  for (const [offset, length, added] of sorted.toSorted(([a], [b]) => a - b)) {
    const last = edits.at(-1);
    if (last && offset <= last.offset + last.length) continue;
    edits.push({ offset, length: Math.min(length, before.length - offset), text: added });
  }
  return edits;
}

/** Each line of a diff shows no more than what the whole texts show, where it comes from. */
function expectHidden(diff: string, before: string, after: string): void {
  const [old, now] = [before, after].map((whole) => maskLine(whole).split('\n')) as [string[], string[]];
  let [i, j] = [0, 0];
  for (const shown of diff.split('\n').slice(2)) {
    const [, from, nowFrom] = /^@@ -(\d+),\d+ \+(\d+),\d+ @@$/.exec(shown) ?? [];
    const [, count, nowCount] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(shown) ?? [];
    if (from !== undefined) {
      i = Number(from) - (count === '0' ? 0 : 1);
      j = Number(nowFrom) - (nowCount === '0' ? 0 : 1);
    } else if (!shown.startsWith('\\')) {
      if (!shown.startsWith('+')) expectWithin(shown.slice(1), old[i++] ?? '');
      if (!shown.startsWith('-')) expectWithin(shown.slice(1), now[j++] ?? '');
    }
  }
}

/** Everything that is shown is shown in the masked line too, in this order and not across a mask. */
function expectWithin(shown: string, masked: string): void {
  let at = 0;
  for (const part of shown.split(MASK).map((one) => one.trim())) {
    const found = masked.indexOf(part, at);
    if (found === -1) expect.fail(`"${shown}" shows more than "${masked}"`);
    at = found + part.length;
  }
}
