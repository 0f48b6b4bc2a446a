import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json, jsonc } from '../../src/formats/json/index.ts';
import type { Format } from '../../src/formats/types.ts';
import { describe as word } from '../../src/model/diagnostics/diagnostic.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** `line:column code` of every issue. */
function found(format: Format, text: string): string[] {
  return format.parse(text).diagnostics.map(({ code, range }) => `${range?.start.line}:${range?.start.column} ${code}`);
}

describe('syntax errors, their positions and hints', () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', '2:9 syntax', 'add a comma between the two items'],
    ['{\n  "a": 1,,\n}', '2:10 syntax', 'add the key, or remove what stands here'],
    ['{"a" 1}', '1:5 syntax', 'add ":" and a value'],
    ['{"a": }', '1:7 syntax', 'add a value or remove the key'],
    ['{"a": 1', '1:1 syntax', 'add the missing "}"'],
    ['[1, 2', '1:1 syntax', 'add the missing "]"'],
    ['{"a": "x\n}', '1:7 syntax', 'add a closing quote'],
    ['{a: 1}', '1:2 syntax', 'put keys in double quotes'],
    ["{'a': 1}", '1:2 syntax', 'use double quotes'],
    ['{"a": \'x\'}', '1:7 syntax', 'use double quotes'],
    ['{"a": True}', '1:7 syntax', 'write true'],
    ['{"a": None}', '1:7 syntax', 'write null'],
    ['{"a": npx}', '1:7 syntax', 'put strings in double quotes'],
    ['{"a": 01}', '1:7 syntax', 'put strings in double quotes'],
    ['{"a": "\\d"}', '1:8 syntax', 'write a backslash as two backslashes'],
    ['{"a": "x\ty"}', '1:9 syntax', 'write it as an escape such as \\t'],
    ['{"a": 1} x', '1:10 syntax', 'remove it, or look for a bracket that closes too early'],
    ['{"a": 1}}', '1:9 syntax', 'remove it, or look for a bracket that closes too early'],
    ['{"a": 1} /* x', '1:10 syntax', 'add "*/"'],
    ['\ufeff{"a" 1}', '1:5 syntax', 'add ":" and a value'],
    ['{\r\n  "a" 1\r\n}', '2:6 syntax', 'add ":" and a value'],
  ])('%j', (text, place, hint) => {
    expect(found(jsonc, text)).toEqual([place]);
    const [issue] = jsonc.parse(text).diagnostics;
    expect(issue && word(issue).fix).toBe(`Check JSON syntax: ${hint}`);
  });

  it.each([
    ['{\n  "a": 1, // x\n  /* y */ "b": 2\n}', ['2:11 json-comment', '3:3 json-comment']],
    ['{\n  "a": [1,],\n}', ['2:10 json-trailing-comma', '2:12 json-trailing-comma']],
  ])('strict only: %j', (text, places) => {
    expect(found(json, text)).toEqual(places);
    expect(found(jsonc, text)).toEqual([]);
  });

  it('finds several at once', () => {
    expect(found(json, '{\n  "a": nope,\n  "b" 2,\n  "c": 3,\n}')).toEqual([
      '2:8 syntax',
      '3:6 syntax',
      '4:9 json-trailing-comma',
    ]);
  });

  it('never repeats a word of the text that may be a secret', () => {
    const texts = [
      '{"TOKEN": hunter2}',
      '{"TOKEN": "x" hunter2}',
      '{"TOKEN": "x"hunter2"}',
      "{'hunter2",
      '{"TOKEN": x "hunter2" "hunter2"}',
    ];
    for (const text of texts) {
      for (const issue of json.parse(text).diagnostics) {
        if (issue.code !== 'duplicate-key') expect(JSON.stringify([issue.args, word(issue)])).not.toContain('hunter2');
      }
    }
  });
});

describe('duplicate keys', () => {
  it.each([
    ['{"a": 1, "a": 1}', ['1:10 duplicate-key']],
    ['{"x": {\n"a": 1,\n"\\u0061": 2}}', ['3:1 duplicate-key']],
    ['{"__proto__": 1, "__proto__": 2}', ['1:18 duplicate-key']],
    ['{"a": {"b": 1}, "b": {"b": 1}}', []],
    [`{${Array.from({ length: 50 }, (_, index) => `"k${index}": 1`).join(',')},\n"k7": 2}`, ['2:1 duplicate-key']],
  ])('%j', (text, places) => {
    expect(found(json, text)).toEqual(places);
    expect(found(jsonc, text)).toEqual(places);
  });

  it('names the key and the line of the first', () => {
    expect(json.parse('{\n"a": 1,\n"a": 2}').diagnostics[0]?.args).toEqual({ key: 'a', firstLine: 2 });
  });
});

describe('hostile texts', () => {
  it.each([
    ['['.repeat(100_000), '1:257 syntax'],
    ['['.repeat(100_000) + ']'.repeat(100_000), '1:257 syntax'],
    ['{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), '1:1281 syntax'],
  ])('are refused when nested too deeply: %#', (text, place) => {
    expect(found(json, text)).toEqual([place]);
    expect(found(jsonc, text)).toEqual([place]);
  });

  // Work that grows with the square of the text would take minutes for these.
  it.each([
    ['escapes on one line', `[${'"\\n",'.repeat(60_000)}1]`],
    ['comments', `[1\n${'// x\n'.repeat(60_000)}]`],
    ['duplicate keys', `{${'"a":1,\n'.repeat(60_000)}"b":1}`],
    ['words', `[${'x '.repeat(60_000)}]`],
    ['open quotes', `[${'"x\n'.repeat(60_000)}]`],
  ])('are read in one go: %s', (_, text) => expect(found(json, text).length).toBeLessThanOrEqual(50));

  it('may be nested 256 levels deep', () => {
    const text = '['.repeat(256) + ']'.repeat(256);
    expect(found(json, text)).toEqual([]);
    expect(JSON.stringify(json.parse(text).value)).toBe(text);
  });

  it('never make the parser throw, and what the engine accepts has no syntax error', () => {
    const pieces = fc.constantFrom(
      ...'{}[]",:\\/*\'-+.eE01 \n\r\t'.split(''),
      'true',
      'null',
      '"a"',
      '"a":1',
      '//',
      '\ud800',
      '\ufeff',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const issues = found(json, text).filter((one) => !one.endsWith('duplicate-key'));
        found(jsonc, text);
        const content = text.replace(/^\ufeff/, '');
        if (content.trim() === '') return;
        expect({ text, sound: issues.length === 0 }).toEqual({ text, sound: parses(content) });
      }),
      { numRuns: propertyRuns * 4 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
