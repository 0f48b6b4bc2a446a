import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { scriptBundle } from '../scripts/node-bundle.mjs';
import type * as setup from '../scripts/setup.mjs';
import { requirePrograms } from '../scripts/setup/require-programs.mjs';
import { startGateway } from './gateway/open-gateway.ts';
import { runThroughGateway } from './gateway/run-gateway.ts';
import { type Run, plan } from './plan.ts';
import { installSuite, run, type Suite } from './suite.ts';
import { tableOf, type Result } from './table.ts';

// Arguments are names of client scenarios, default all; `--write` updates docs/conformance.md. `--clients` skips the
// gateway, `--gateway` runs only the gateway, `--team` only two gateways behind nginx that share a Redis.

/** Scenarios start programs and wait for each other; with more at a time some time out. */
const AT_ONCE = 2;
const TIME_LIMIT_MS = 120_000;

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const isWritten = process.argv.includes('--write');
const isAsked = (part: '--clients' | '--gateway'): boolean =>
  process.argv.includes(part) || !['--clients', '--gateway', '--team'].some((word) => process.argv.includes(word));
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));

// Imported by URL, so that it is not bundled.
const { ensure } = (await import(new URL('../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
if (process.argv.includes('--team')) {
  await ensure(['system programs']);
  requirePrograms('redis-server', 'nginx');
}
const suite = await installSuite(say);
const folder = mkdtempSync(join(tmpdir(), 'plugboard-conformance-'));
// Inside node_modules, so that packages are resolved.
const client = fromRoot(`node_modules/.cache/plugboard/conformance-client-${process.pid}.mjs`);
try {
  if (isAsked('--clients')) await askAsClient();
  if (isAsked('--gateway') && wanted.length === 0) await askThroughGateway('gateway');
  if (process.argv.includes('--team')) await askThroughGateway('team');
} finally {
  rmSync(client, { force: true });
  rmSync(folder, { recursive: true, force: true });
}

async function askAsClient(): Promise<void> {
  await build({ ...scriptBundle, entryPoints: [fromRoot('conformance/client.ts')], outfile: client });
  const runs = (await plan(suite, folder)).filter(({ scenario }) => wanted.length === 0 || wanted.includes(scenario));
  const results = await runAll(runs);
  const table = tableOf(results);
  process.stdout.write(`${table}\n`);
  if (isWritten) writeResults('results', table);
  const failed = results.filter(({ outcome, notScored }) => outcome !== 'passed' && notScored === undefined);
  for (const { scenario, output } of failed) process.stdout.write(`\n── ${scenario}\n${output.trim()}\n`);
  const required = results.filter(({ notScored }) => notScored === undefined).length;
  say(`${required - failed.length} of ${required} required scenarios passed`);
  if (failed.length > 0 || results.length === 0) process.exitCode = 1;
}

async function askThroughGateway(place: 'gateway' | 'team'): Promise<void> {
  await ensure(['build']);
  const { startBalancedGateways } = await import('./gateway/open-team.ts');
  const start = place === 'team' ? startBalancedGateways : startGateway;
  const { table, different } = await runThroughGateway(suite, say, start);
  process.stdout.write(`${table}\n`);
  if (isWritten) writeResults(place, table);
  for (const scenario of different) say(`not as without the gateway: ${scenario}`);
  if (different.length > 0) process.exitCode = 1;
}

async function runAll(runs: readonly Run[]): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...runs.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, one] = next;
      const result = await runOne(suite, one);
      results[index] = result;
      say(`${one.revision ?? '          '} ${one.scenario}: ${result.outcome}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function runOne({ node, program }: Suite, one: Run): Promise<Result> {
  const command = [process.execPath, '--enable-source-maps', client].map((part) => JSON.stringify(part)).join(' ');
  // Extensions belong to no revision and would be skipped.
  const revision = one.revision === undefined ? [] : ['--spec-version', one.revision, '--force'];
  const how = ['--command', command, '--timeout', String(TIME_LIMIT_MS)];
  const { code, output } = await run(
    [node, program, 'client', '--scenario', one.scenario, ...revision, ...how],
    folder,
  );
  const [, passed = '0', all = '0'] = /^Passed: (\d+)\/(\d+)/m.exec(output) ?? [];
  const outcome = code !== 0 ? 'failed' : Number(all) > 0 ? 'passed' : 'skipped';
  return { ...one, outcome, passed: Number(passed), checks: Number(all), output };
}

function writeResults(place: string, table: string): void {
  const page = fromRoot('docs/conformance.md');
  const [start, end] = [`<!-- ${place} -->`, `<!-- /${place} -->`];
  const text = readFileSync(page, 'utf8');
  const [before, rest] = [text.split(start)[0] ?? '', text.split(end)[1] ?? ''];
  writeFileSync(page, `${before}${start}\n\n${table}\n\n${end}${rest}`);
}
