import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { scriptBundle } from '../../scripts/node-bundle.mjs';
import { revisions } from '../plan.ts';
import { run, type Suite } from '../suite.ts';
import { aligned } from '../table.ts';
import { type Endpoint, startFixture, startGateway } from './open-gateway.ts';
import { differences, readSummary, type Score } from './summary.ts';

type Scores = ReadonlyMap<string, Score>;

export interface GatewayResult {
  /** Text output. */
  readonly table: string;
  /** Scenarios whose result differs from that without the gateway. */
  readonly different: readonly string[];
}

/** Runs all server scenarios against a server and against the same server behind the gateway. */
export async function runThroughGateway(
  suite: Suite,
  say: (line: string) => void,
  start: typeof startGateway = startGateway,
): Promise<GatewayResult> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-conformance-'));
  // Inside node_modules, so that packages are resolved.
  const program = fileURLToPath(
    new URL(`../../node_modules/.cache/plugboard/fixture-${process.pid}.mjs`, import.meta.url),
  );
  const open: Endpoint[] = [];
  try {
    const source = fileURLToPath(new URL('fixture/main.ts', import.meta.url));
    await build({ ...scriptBundle, entryPoints: [source], outfile: program });
    const fixture = await startFixture(program);
    open.push(fixture);
    const gateway = await start({ url: fixture.url });
    open.push(gateway);
    const columns: { name: string; scores: Scores }[] = [];
    const different: string[] = [];
    for (const revision of revisions) {
      const ask = async (url: string): Promise<Scores> => {
        const { output } = await run(
          [suite.node, suite.program, 'server', '--url', url, '--requirements', revision],
          folder,
        );
        return readSummary(output);
      };
      const direct = await ask(fixture.url);
      const through = await ask(gateway.url);
      columns.push({ name: `${revision}, direct`, scores: direct }, { name: 'through the gateway', scores: through });
      const found = differences(direct, through);
      say(`${revision}: ${direct.size - found.length} of ${direct.size} scenarios as without the gateway`);
      different.push(...found.map((name) => `${revision} ${name}`));
      if (direct.size === 0) different.push(`${revision}: the suite said nothing`);
    }
    return { table: tableOf(columns), different };
  } finally {
    for (const one of open.toReversed()) await one.close();
    rmSync(program, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

function tableOf(columns: readonly { readonly name: string; readonly scores: Scores }[]): string {
  const names = [...new Set(columns.flatMap(({ scores }) => [...scores.keys()]))];
  const cell = (score: Score | undefined): string => (score ? `${score.passed}/${score.passed + score.failed}` : '');
  const rows = names.map((name) => [name, ...columns.map(({ scores }) => cell(scores.get(name)))]);
  return aligned([['Scenario', ...columns.map(({ name }) => name)], ...rows]);
}
