import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as setup from '../../scripts/setup.mjs';
import { asText, type Table } from '../config/table.ts';
import { writePage } from '../config/write-page.ts';
import { buildProgram, importing } from '../programs.ts';
import { exponentOf, type Growth, missedAims, ratioOf, SIZES } from './aims.ts';
import { measuredCommands, startOnly } from './commands.ts';
import { fillHome, type Likeness, nameOf } from './homes.ts';
import { measure, type Usage } from './measure.ts';

/** Measures how the cost of commands grows with the number of servers. Exits with 1 when a target is missed. */
// Imported by URL, so that it is not bundled. Without a build, an older program would be measured.
const { ensure } = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build']);
const folder = mkdtempSync(join(tmpdir(), 'plugboard-growth-'));
try {
  const matrix = await buildProgram(
    folder,
    `${importing({ matrixOf: 'manage/compare/matrix.ts', nodeHost: 'store/host/node-host.ts' })}await matrixOf(nodeHost());`,
  );
  const all: Growth[] = [];
  for (const likeness of ['equal', 'differing'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that they do not disturb each other.
    const homes = await Promise.all(SIZES.map(async (size) => homeFor(size, likeness)));
    const { seconds: start } = measure(homes[0] as string, startOnly, matrix);
    for (const command of measuredCommands) {
      const usage: Usage[] = homes.map((home) => measure(home, command, matrix));
      all.push({ command, likeness, start, usage });
    }
  }
  const missed = missedAims(all);
  const tables = (['equal', 'differing'] as const).map((likeness) => tableOf(all, likeness));
  for (const table of tables) console.log(asText(table));
  for (const aim of missed) console.log(`missed: ${aim}`);
  if (process.argv.includes('--write')) {
    const words = missed.length > 0 ? missed.map((aim) => `missed: ${aim}`) : ['all aims are met'];
    await writePage('bench-growth', tables, words, []);
  }
  if (missed.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function homeFor(size: number, likeness: Likeness): Promise<string> {
  const home = join(folder, `${likeness}-${size}`);
  await fillHome(home, size, likeness);
  const servers = Array.from({ length: size }, (_, index) => [nameOf(index), { command: 'npx', args: ['-y', 'x'] }]);
  mkdirSync(join(home, 'sets'), { recursive: true });
  const text = JSON.stringify({ mcpServers: Object.fromEntries(servers) as unknown }, undefined, 2);
  writeFileSync(join(home, 'sets', 'all.json'), text);
  return home;
}

function tableOf(all: readonly Growth[], likeness: Likeness): Table {
  return {
    title: `CPU seconds, ${likeness} entries`,
    head: ['command', ...SIZES.map(String), '× list', 'grows with the power', 'MB'],
    rows: all
      .filter((growth) => growth.likeness === likeness)
      .map((growth) => [
        growth.command.words?.[0] === undefined ? growth.command.name : `\`${growth.command.name}\``,
        ...growth.usage.map(({ seconds }) => seconds.toFixed(2)),
        ratioOf(growth, all).toFixed(1),
        exponentOf(growth)?.toFixed(2) ?? '–',
        (growth.usage.at(-1)?.megabytes ?? 0).toFixed(0),
      ]),
  };
}
