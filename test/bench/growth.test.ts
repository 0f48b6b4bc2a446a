import { expect, it } from 'vitest';
import { exponentOf, SIZES } from '../../bench/growth/aims.ts';

const start = 0.1;
const growing = (secondsOf: (size: number) => number): number | undefined =>
  exponentOf({ start, usage: SIZES.map((size) => ({ seconds: start + secondsOf(size), megabytes: 0 })) });

it('tells the power with which time grows, over all sizes above the noise', () => {
  expect(growing((size) => size * 0.02)).toBeCloseTo(1);
  expect(growing((size) => size ** 2 * 0.001)).toBeCloseTo(2);
  expect(growing((size) => size ** 2 * 0.000_01)).toBeCloseTo(2);
});

it('sees a square that only the last step shows', () => {
  expect(growing((size) => size * 0.02 + (size > 500 ? 200 : 0))).toBeGreaterThan(1.2);
});

it('reports nothing within the noise', () => {
  expect(growing(() => 0.01)).toBeUndefined();
});
