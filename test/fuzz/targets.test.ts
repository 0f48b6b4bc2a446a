import { expect, it } from 'vitest';
import { targets } from '../../fuzz/targets.ts';

/** A failure names its input; this seed repeats it. */
const seed = Number(process.env['PLUGBOARD_FUZZ_SEED'] ?? 1);
const runs = process.env['PLUGBOARD_FUZZ_RUNS'];

it.each(targets)(
  '$name',
  async ({ attack, runsInTests }) => {
    const report = await attack(Number(runs ?? runsInTests), seed);
    expect(report.failures).toEqual([]);
    expect(report.runs).toBeGreaterThan(0);
  },
  runs ? 24 * 60 * 60_000 : 120_000,
);
