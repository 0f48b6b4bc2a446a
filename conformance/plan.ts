import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run, type Suite } from './suite.ts';

/** One scenario as it is run. */
export interface Run {
  readonly scenario: string;
  /** The revision of the protocol that is spoken; the suite chooses one when it is absent. */
  readonly revision?: string;
  /** Why it does not count, in the word of the suite; it counts when this is absent. */
  readonly notScored?: string;
}

/** Of the protocol, each with requirements of its own. */
export const revisions = ['2025-11-25', '2026-07-28'];

interface Requirements {
  readonly client: readonly string[];
  readonly not_scored: readonly { readonly scenario: string; readonly leg: string; readonly reason: string }[];
}

/** All there is for clients: what each revision names, in that revision, then what none of them does. */
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
    // Signing in as in the first revision that had it is no requirement of a later one, but there are such servers.
    ...(tags === 'extension' && { notScored: tags }),
  }));
  return [...named, ...listed.filter(({ scenario }) => !named.some((one) => one.scenario === scenario))];
}
