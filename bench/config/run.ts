import { parseArgs } from 'node:util';
import { aimsOf } from './aims.ts';
import { editFaults, tryEdits, type EditReport } from './edits.ts';
import { firstUseAim, firstUseTable, measureFirstUses } from './first-use.ts';
import { hostileFaults, tryHostile, type HostileReport } from './hostile.ts';
import { provide, type Provided } from './provide.ts';
import { asText } from './table.ts';
import { editTable, hostileTable, timeTable } from './tables.ts';
import { measure, type TimeReport } from './timing.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';
import { writePage } from './write-page.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    parts: { type: 'string', default: 'edits,hostile,timing,npx' },
    rounds: { type: 'string', default: '15' },
    details: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const wanted = options.only.split(',').filter(Boolean);
const parts = options.parts.split(',');
const unknown = wanted.filter((id) => !tools.some((tool) => tool.id === id));
if (unknown.length > 0)
  refuse(`no such tool: ${unknown.join(', ')}; there are ${tools.map(({ id }) => id).join(', ')}`);
if (options.write && wanted.length > 0) refuse('--write wants all tools');

const versions = new Map<string, string>();
const missing: { tool: string; reason: string }[] = [];
const edits: EditReport[] = [];
const hostile: HostileReport[] = [];
const times: TimeReport[] = [];
const asked = tools.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
for (const tool of asked) {
  const provided = await provide(tool).catch((error: unknown) => {
    missing.push({ tool: tool.id, reason: error instanceof Error ? error.message : String(error) });
  });
  if (!provided) continue;
  versions.set(tool.id, provided.version);
  await tryOut(tool, provided);
}
const provided = asked.filter(({ id }) => versions.has(id));
if (parts.includes('npx')) say('first use of all tools');
const firstUses = parts.includes('npx') ? await measureFirstUses(provided) : [];

const nameOf = (tool: string): string => `${tool} ${versions.get(tool) ?? ''}`;
/** What was measured, by part; each part has its own place on the page. */
const measured = [
  { part: 'edits', tables: edits.length > 0 ? [editTable(edits, nameOf)] : [], aims: [] },
  { part: 'hostile', tables: hostile.length > 0 ? [hostileTable(hostile, nameOf)] : [], aims: [] },
  {
    part: 'timing',
    tables: times.length > 0 ? [timeTable(times, nameOf)] : [],
    aims: times.filter(({ tool }) => tool === 'plugboard').flatMap(aimsOf),
  },
  {
    part: 'npx',
    tables: firstUses.length > 0 ? [firstUseTable(firstUses, nameOf)] : [],
    aims: firstUseAim(firstUses),
  },
];
const tables = measured.flatMap((one) => one.tables);
const aims = measured.flatMap((one) => one.aims);
const faults = [
  ...edits.flatMap((report) => editFaults(report).map((fault) => ({ tool: report.tool, at: report.scope, fault }))),
  ...hostile.flatMap((report) => hostileFaults(report).map((fault) => ({ tool: report.tool, at: 'hostile', fault }))),
];
if (options.json) {
  const tried = Object.fromEntries(versions);
  console.log(
    JSON.stringify(
      { node: process.version, tried, missing, edits, hostile, times, firstUses, aims, faults },
      undefined,
      2,
    ),
  );
} else {
  console.log(
    [`Node ${process.version}`, '', ...tables.map(asText), ...aims.map((aim) => `plugboard: ${aim}`)].join('\n'),
  );
  for (const { tool, reason } of missing) console.log(`${tool} could not be installed: ${reason}`);
  const shown = faults.filter(({ tool }) => options.details || tool === 'plugboard');
  for (const { tool, at, fault } of shown) console.log(`${tool} ${at} ${fault}`);
}
if (options.write)
  for (const one of measured.filter(({ tables: found }) => found.length > 0))
    await writePage(`bench-config-${one.part}`, one.tables, one.aims, missing);
// Faults of other tools are results; a fault of Plugboard is a failure.
if (faults.some(({ tool }) => tool === 'plugboard')) process.exitCode = 1;

async function tryOut(tool: Tool, provided: Provided): Promise<void> {
  for (const scope of ['user', 'project'] as const) {
    if (!parts.includes('edits') || !tool.clients[scope]) continue;
    say(`${tool.id}, files of the ${scope}`);
    edits.push(await tryEdits(tool, provided, scope));
  }
  for (const client of parts.includes('hostile') ? tool.addOne.clients : []) {
    say(`${tool.id}, hostile cases with ${client}`);
    hostile.push(await tryHostile(tool, provided, client));
  }
  if (parts.includes('timing')) {
    say(`${tool.id}, time`);
    times.push(await measure(tool, provided, Number(options.rounds)));
  }
}

function say(line: string): void {
  process.stderr.write(`${line}…\n`);
}

function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(2);
}
