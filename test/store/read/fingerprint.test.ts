import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from '../../../src/store/read/fingerprint.ts';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });

it('is the same for the same content, wherever it lies in memory', () => {
  fc.assert(
    fc.property(bytes, (content) => {
      const elsewhere = new Uint8Array(content.length + 7).subarray(7);
      elsewhere.set(content);
      expect(fingerprint(elsewhere)).toBe(fingerprint(content));
    }),
  );
});

it('changes in about half of its bits when one bit of the content does', () => {
  let changed = 0;
  let all = 0;
  fc.assert(
    fc.property(bytes, fc.nat(), (content, at) => {
      const other = content.slice();
      const index = at % content.length;
      other[index] = (content[index] as number) ^ (1 << (at % 8));
      const [before, after] = [bitsOf(content), bitsOf(other)];
      expect(after).not.toBe(before);
      changed += Array.from(before).filter((bit, place) => bit !== after[place]).length;
      all += before.length;
    }),
    { numRuns: 2000 },
  );
  expect(changed / all).toBeGreaterThan(0.48);
  expect(changed / all).toBeLessThan(0.52);
});

it('tells a hundred thousand short contents apart', () => {
  const seen = new Set<string>();
  for (let number = 0; number < 100_000; number += 1) seen.add(fingerprint(Buffer.from(`{"port":${number}}`)));
  expect(seen.size).toBe(100_000);
});

function bitsOf(content: Uint8Array): string {
  const words = (fingerprint(content).split('.')[1] ?? '').match(/.{8}/g) ?? [];
  return words.map((word) => Number.parseInt(word, 16).toString(2).padStart(32, '0')).join('');
}
