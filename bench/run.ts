import { compare, type Result } from './compare.ts';
import { compareDiscovery } from './discovery.ts';
import { editLarge } from './edit-large.ts';
import { comparePlanAndApply } from './plan-and-apply.ts';
import { validateMany } from './validate-many.ts';

console.log(`Node ${process.version}, medians of interleaved rounds, CPU time\n`);
for (const { title, aim, contenders } of [validateMany, ...editLarge]) show(title, aim, compare(contenders));
for (const { title, aim, results } of [await compareDiscovery(), await comparePlanAndApply()])
  show(title, aim, results);

function show(work: string, most: number, measured: readonly Result[]): void {
  console.log(`${work} (aim: at most ${most} ×)`);
  for (const { name, milliseconds, ratio } of measured) {
    const time = `${name.padEnd(24)} ${milliseconds.toFixed(1).padStart(8)} ms`;
    console.log(`  ${time}${name.startsWith('plugboard') ? '' : `  plugboard takes ${ratio.toFixed(2)} ×`}`);
  }
  console.log();
}
