import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { asText } from '../bench/config/table.ts';
import type * as setup from '../scripts/setup.mjs';
import { tableOf, type TargetResult } from './results.ts';
import { writeSecurityPage } from './security-page.ts';
import { targets } from './targets.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '70' },
    runs: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const fixed = options.runs ?? process.env['PLUGBOARD_FUZZ_RUNS'];
const seed = Number(options.seed ?? 1);
const wanted = targets.filter(({ name }) => name.includes(options.only));

// Imported by URL, so that it is not bundled.
const { ensure } = (await import(new URL('../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build']);

const results: TargetResult[] = [];
for (const target of wanted) {
  const runs = Number(fixed ?? Number(options.times) * target.runsInTests);
  process.stderr.write(`${target.name}: ${runs} inputs …\n`);
  const started = performance.now();
  const report = await target.attack(runs, seed);
  results.push({ target, report, seconds: (performance.now() - started) / 1000 });
  for (const failure of report.failures.slice(0, 10)) process.stderr.write(`  ✗ ${failure}\n`);
}
console.log(asText(tableOf(results)));
if (options.write)
  await writeSecurityPage(results, { seed, machine: `${cpus().length} cores, Node ${process.version}` });
process.exitCode = results.some(({ report }) => report.failures.length > 0) ? 1 : 0;
