import { once } from 'node:events';
import { readSelection, saveSelection } from '../../../src/sets/selection.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

/** A process that chooses again and again, and ends with an error as soon as it reads something half-written. */
const host = nodeHost();
const [project = '', name = ''] = process.argv.slice(2);
const key = { project, directory: '/sets' };
const sets = Array.from({ length: 2000 }, () => name);
process.stdout.write('ready');
await once(process.stdin, 'data');
for (let round = 0; round < 50; round += 1) {
  await saveSelection(host, key, sets);
  const read = await readSelection(host, key);
  if (read?.length !== sets.length || read.some((one) => one !== read[0])) process.exitCode = 1;
}
process.stdin.destroy();
