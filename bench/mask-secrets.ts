import { performance } from 'node:perf_hooks';
import { Random } from '../fuzz/random.ts';
import { maskLine } from '../src/model/secrets/secret.ts';
import { createSecretMask } from '../src/runtime/values/mask-secrets.ts';
import { asText } from './config/table.ts';

/** How masking grows with the number of known values and the length of the text. `node scripts/run-ts.mjs bench/mask-secrets.ts` */
const random = new Random(1);
const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const word = (length: number): string => Array.from({ length }, () => letters[random.below(letters.length)]).join('');

const values = Array.from({ length: 8000 }, () => `ghp_${word(36)}`);
const megabyte = (): string => {
  const words: string[] = [];
  for (let length = 0; length < 1_000_000; length += 60)
    words.push(random.below(20) === 0 ? random.pick(values) : `ghp_${word(10)}`, `a line of the log says ${word(8)}\n`);
  return words.join(' ');
};

function milliseconds(work: () => unknown): string {
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times).toFixed(0);
}

const text = megabyte();
const byValues = [1000, 2000, 4000, 8000].map((count) => {
  const mask = createSecretMask(values.slice(0, count));
  const prepared = milliseconds(() => createSecretMask(values.slice(0, count)));
  return [String(count), prepared, milliseconds(() => mask(text))];
});
const mask = createSecretMask(values.slice(0, 4000));
const byLength = [1, 2, 4, 8].map((times) => {
  const long = text.repeat(times);
  return [String(times), milliseconds(() => mask(long)), milliseconds(() => maskLine(long))];
});
console.log(asText({ title: 'Known values in 1 MB', head: ['Values', 'Prepare, ms', 'Mask, ms'], rows: byValues }));
console.log(
  asText({ title: 'Length of the text, 4,000 values', head: ['MB', 'Known, ms', 'Shapes, ms'], rows: byLength }),
);
