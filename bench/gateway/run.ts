import { parseArgs } from 'node:util';
import type * as setup from '../../scripts/setup.mjs';
import { freePort } from '../../src/opencode/server/free-port.ts';
import { provide } from '../config/provide.ts';
import { asText } from '../config/table.ts';
import { writePage } from '../config/write-page.ts';
import { aimsOf } from './aims.ts';
import { callCases, serverCounts } from './cases.ts';
import type { Contender } from './contender.ts';
import { contenders } from './contenders.ts';
import { type CallFigures, measureCalls } from './measure-calls.ts';
import { type BadCompany, measureBadCompany, measureStart, type Starts } from './measure-start.ts';
import type { Measured } from './rounds.ts';
import { provideServers } from './servers.ts';
import { callTable, companyTable, startTable } from './tables.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    parts: { type: 'string', default: [...callCases.map(({ id }) => id), 'start', 'company'].join(',') },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (process.platform !== 'linux') refuse('CPU time and memory are read from /proc, which only Linux has');
if (options.write && (options.quick || options.only)) refuse('--write wants everything: neither --quick nor --only');
const wanted = options.only.split(',').filter(Boolean);
const parts = options.parts.split(',');
const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
const counts = options.quick ? serverCounts.slice(0, 2) : serverCounts;

// Imported by URL, so that it is not bundled.
const { ensure } = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build', 'test servers']);

// Some gateways pass all certificates of this machine to servers and some pass none, which is not measured here.
delete process.env['NODE_EXTRA_CA_CERTS'];

const missing: { tool: string; reason: string }[] = [];
const provided = await provideAll();
const names = new Map(provided.map(({ contender, name }) => [contender.id, name]));
const calls: Record<string, Measured<CallFigures>[]> = {};
for (const one of callCases.filter(({ id }) => parts.includes(id))) {
  const less = options.quick ? 5 : 1;
  const how = { ...one, calls: one.calls / less, callsAtOnce: one.callsAtOnce / less };
  const fitting = provided.filter(({ contender }) => contender.backs.includes(one.back));
  calls[one.id] = await inTurn(one.title, fitting, async ({ contender, program }) => {
    const servers = await provideServers(one.back, one.kind, 1);
    try {
      return await measureCalls(contender, program, servers, await freePort(), how);
    } finally {
      await servers.close();
    }
  });
}
const many = provided.filter(({ contender }) => contender.isMany || contender.id === 'direct stdio');
// All numbers of servers one after the other, as they are compared with each other.
const started = await inTurn('starting', parts.includes('start') ? many : [], async ({ contender, program }) => {
  const each: Starts[] = [];
  for (const count of counts) each.push(await measureStart(contender, program, count));
  return each;
});
const starts = (started.length > 0 ? counts : []).map((_, index) =>
  started.map((one) => ({ ...one, rounds: one.rounds.map((round) => round?.[index]) })),
);
const company: Measured<BadCompany>[] = parts.includes('company')
  ? await inTurn(
      'nine servers and a tenth',
      // Our references have no error handling and would wait forever.
      provided.filter(({ contender: { isMany, kind } }) => isMany && kind !== 'reference'),
      async ({ contender, program }) => measureBadCompany(contender, program),
    )
  : [];

const named = <T>(all: readonly Measured<T>[]): Measured<T>[] =>
  all.map((one) => ({ ...one, id: names.get(one.id) ?? one.id }));
const aims = aimsOf({ calls, counts, starts, company }, contenders);
const tables = [
  ...callCases.flatMap(({ id, title }) => (calls[id] ? [callTable(title, named(calls[id]))] : [])),
  ...(starts.length > 0 ? [startTable(counts, starts.map(named))] : []),
  ...(company.length > 0 ? [companyTable(named(company))] : []),
];
if (options.json)
  console.log(JSON.stringify({ node: process.version, missing, calls, counts, starts, company, aims }, undefined, 2));
else
  console.log(
    [`Node ${process.version}`, '', ...tables.map(asText), ...aims.map((aim) => `plugboard: ${aim}`)].join('\n'),
  );
for (const { tool, reason } of missing) process.stderr.write(`${tool} could not be installed: ${reason}\n`);
if (options.write) await writePage('bench-gateway', tables, aims, missing);
// Failures of other gateways are results; Plugboard must respond.
const measured = [...Object.values(calls), ...starts, company].flat();
if (measured.some(({ id, failure }) => id.startsWith('plugboard') && failure !== undefined)) process.exitCode = 1;

interface ProvidedContender {
  readonly contender: Contender;
  readonly program: readonly [string, ...string[]];
  readonly name: string;
}

async function provideAll(): Promise<ProvidedContender[]> {
  const found: ProvidedContender[] = [];
  for (const contender of contenders) {
    const { id, kind, program } = contender;
    if (wanted.length > 0 ? !wanted.some((word) => id.startsWith(word)) : options.quick && kind === 'rival') continue;
    if (!program) found.push({ contender, program: [process.execPath], name: id });
    else {
      try {
        const { version, command, node } = await provide({ id: id.split(',')[0] as string, program });
        // Without a shell script or shebang in between, so that the measured process is the gateway.
        const words = program.from === 'here' ? command : ([node, ...command] as const);
        found.push({ contender, program: words, name: id.replace(/(?=,|$)/, ` ${version}`) });
      } catch (error) {
        missing.push({ tool: id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  return found;
}

/** In alternating rounds, so that other load affects all of them. */
async function inTurn<T>(
  title: string,
  all: readonly ProvidedContender[],
  measure: (one: ProvidedContender) => Promise<T>,
): Promise<Measured<T>[]> {
  const results = all.map(({ contender: { id } }) => ({ id, rounds: [] as (T | undefined)[], failure: '' }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, one] of all.entries()) {
      process.stderr.write(`${title}, round ${round} of ${rounds}: ${one.contender.id}…\n`);
      const result = results[index] as (typeof results)[number];
      result.rounds.push(
        await measure(one).catch((error: unknown) => {
          result.failure = error instanceof Error ? error.message : String(error);
          process.stderr.write(`${one.contender.id} failed: ${result.failure}\n`);
          return undefined;
        }),
      );
    }
  }
  return results.map(({ failure, ...rest }) => (failure ? { ...rest, failure } : rest));
}

function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(2);
}
