import { compare, type Result } from './compare.ts';
import { compareDiscovery } from './discovery.ts';
import { editLarge } from './edit-large.ts';
import { AIM, MOST_GROWTH, parseFormats } from './parse-formats.ts';
import { comparePlanAndApply } from './plan-and-apply.ts';
import { validateMany } from './validate-many.ts';

console.log(`Node ${process.version}, medians of interleaved rounds, CPU time\n`);
for (const { title, aim, contenders } of [validateMany, ...editLarge]) show(title, aim, compare(contenders));
for (const { title, aim, results } of [await compareDiscovery(), await comparePlanAndApply()])
  show(title, aim, results);
for (const { work, sizes, exponent } of parseFormats()) {
  console.log(`${work} (aim: at most ${AIM} × JSON.parse, growth at most ${MOST_GROWTH})`);
  for (const { length, milliseconds, ratio } of sizes)
    console.log(
      `  ${String(length).padStart(9)} characters ${milliseconds.toFixed(1).padStart(8)} ms  ${ratio.toFixed(2)} ×`,
    );
  console.log(`  grows with the power ${exponent.toFixed(2)} of the size\n`);
}

function show(work: string, most: number, measured: readonly Result[]): void {
  console.log(`${work} (aim: at most ${most} ×)`);
  for (const { name, milliseconds, ratio } of measured) {
    const time = `${name.padEnd(24)} ${milliseconds.toFixed(1).padStart(8)} ms`;
    console.log(`  ${time}${name.startsWith('plugboard') ? '' : `  plugboard takes ${ratio.toFixed(2)} ×`}`);
  }
  console.log();
}

// Last, and by itself: it decides how the whole ends.
await import('./growth/run.ts');
