import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run, type Suite } from './suite.ts';

/** One scenario to run. */
export interface Run {
  readonly scenario: string;
  /** Protocol revision; chosen by the suite when absent. */
  readonly revision?: string;
  /** Why the result does not count, as the suite calls it; absent when it counts. */
  readonly notScored?: string;
}

/** Protocol revisions, each with its own requirements. */
export const revisions = ['2025-11-25', '2026-07-28'];

interface Requirements {
  readonly client: readonly string[];
  readonly not_scored: readonly { readonly scenario: string; readonly leg: string; readonly reason: string }[];
}

/** All client scenarios: those required by each revision, in that revision, then the others. */
export async function plan(suite: Suite, cwd: string): Promise<Run[]> {
  const named = revisions.flatMap((revision): Run[] => {
    const file = join(suite.requirements, `${revision}.yaml`);
    const { client, not_scored: others } = parse(readFileSync(file, 'utf8')) as Requirements;
    const optional = others.filter(({ leg }) => leg === 'client');
    return [
      ...client.map((scenario) => ({ scenario, revision })),
      ...optional.map(({ scenario, reason }) => ({ scenario, revision, notScored: reason })),
    ];
  });
  const { output } = await run([suite.node, suite.program, 'list', '--client'], cwd);
  const listed = [...output.matchAll(/^ +- (\S+) \[(.*)\]$/gm)].map(([, scenario = '', tags = '']) => ({
    scenario,
    // Signing in as in the first revision with authorization is not required by later ones, but such servers exist.
    ...(tags === 'extension' && { notScored: tags }),
  }));
  return [...named, ...listed.filter(({ scenario }) => !named.some((one) => one.scenario === scenario))];
}
