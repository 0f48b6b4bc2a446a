import { expect, it } from 'vitest';
import { EarlyMessages } from '../../../src/runtime/connect/early-messages.ts';

it('keeps the first messages in order and hands them out once', () => {
  const early = new EarlyMessages<string>((text) => text.length);
  early.add('a');
  early.add('b');
  expect([early.take(), early.take()]).toEqual([['a', 'b'], []]);
});

it('keeps a bounded number and a bounded size', () => {
  const many = new EarlyMessages<string>((text) => text.length);
  for (let count = 0; count < 5000; count += 1) many.add('x');
  expect(many.take()).toHaveLength(1000);
  const large = new EarlyMessages<string>((text) => text.length);
  for (let count = 0; count < 100; count += 1) large.add('x'.repeat(100_000));
  expect(large.take()).toHaveLength(10);
});
