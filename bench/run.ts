import { compare } from './compare.ts';
import { editLarge } from './edit-large.ts';
import { validateMany } from './validate-many.ts';

console.log(`Node ${process.version}, medians of interleaved rounds, CPU time\n`);
for (const { title, aim, contenders } of [validateMany, ...editLarge]) {
  console.log(`${title} (aim: at most ${aim} ×)`);
  for (const { name, milliseconds, ratio } of compare(contenders)) {
    const time = `${name.padEnd(24)} ${milliseconds.toFixed(1).padStart(8)} ms`;
    console.log(`  ${time}${name.startsWith('plugboard') ? '' : `  plugboard takes ${ratio.toFixed(2)} ×`}`);
  }
  console.log();
}
