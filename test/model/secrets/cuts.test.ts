import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAbove, isCut } from '../../../src/model/secrets/cuts.ts';
import { findSecrets } from '../../../src/model/secrets/hidden-spans.ts';
import type { Span } from '../../../src/model/secrets/spans.ts';
import { propertyRuns, propertySeed } from '../../support/property-runs.ts';

const options = { numRuns: propertyRuns, seed: propertySeed, endOnFailure: true };

/** Parts of lines that can start, continue or end a secret of several lines. */
const parts = [
  ['token', 'password', '--api-key', '-p', '-u', '--user', 'name', '1', 'a:b', '${TOKEN:-', '}', 'https://a:b@c'],
  [':', ' =', ': |', ': >-', ': !tag', ': &anchor |2', ' # words', ',', '- ', '? ', '  : ', '{', '[', ']', '='],
  ['"', "'", '"""', "'''", '\\', '\\"', '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', '\ue000'],
  [' ', '  ', '\t', ' '.repeat(50), '\r', '\u2028', '\n', '\r\n', '\n\n', '\n  ', '\n    ', '\n'.repeat(50)],
  ['hunter2-and-more', 'plain words', 'ghp_1234567890abcdefghij', '?key=', '-kSecret12345', 'x'.repeat(110)],
];

const part = fc.constantFrom(...parts.flat());

const text = fc.array(part, { maxLength: 20 }).map((all) => all.join(''));

describe('a cut of a text', () => {
  it('does not change what is masked, regardless of the following text', () => {
    let cuts = 0;
    fc.assert(
      fc.property(text, text, (start, rest) => {
        const above = `${start}\n`;
        if (!isCut(above, findSecrets(above).open, above.length)) return;
        cuts += 1;
        const whole = findSecrets(above + rest).spans;
        expect(whole).toEqual([...findSecrets(above).spans, ...moved(findSecrets(rest).spans, above.length)]);
      }),
      options,
    );
    expect(cuts).toBeGreaterThan(propertyRuns / 10);
  });

  it('is known from the text around it too', () => {
    fc.assert(
      fc.property(text, fc.nat(400), (whole, place) => {
        const { spans, open } = findSecrets(whole);
        const at = cutAbove(whole, open, whole.lastIndexOf('\n', place) + 1);
        const [above, below] = [whole.slice(0, at), whole.slice(at)];
        expect(spans).toEqual([...findSecrets(above).spans, ...moved(findSecrets(below).spans, at)]);
        expect(isCut(above, findSecrets(above).open, at)).toBe(true);
      }),
      options,
    );
  });

  it('is not where a value ends with the quotes below', () => {
    const above = '-p """hunter2-and-more\n';
    const { open } = findSecrets(`${above}"""\n`);
    expect(isCut(above, open, above.length)).toBe(false);
  });

  it('splits a text that is searched in pieces', () => {
    const entry = 'API_TOKEN: |\n  hunter2 and\n  more words\nname: "plain"\n';
    const many = entry.repeat(Math.ceil((1.5 * 1024 * 1024) / entry.length));
    const { spans, open } = findSecrets(many);
    const one = findSecrets(entry).spans;
    expect(spans).toHaveLength(one.length * (many.length / entry.length));
    expect(cutAbove(many, open, many.length)).toBe(many.length);
  });
});

function moved(spans: readonly Span[], by: number): Span[] {
  return spans.map(({ start, end }) => ({ start: start + by, end: end + by }));
}
