import { inSteps } from '../manage/plan/in-steps.ts';
import { count } from '../model/count.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/write/plan.ts';
import type { DirectFix, Issue, PlannedFix } from './types.ts';

/** The fixes of some diagnostics without duplicates: several clients report the same issue in a shared file. */
export interface Repairs {
  readonly planned: readonly PlannedFix[];
  readonly direct: readonly DirectFix[];
}

export function repairsOf(issues: readonly Issue[]): Repairs {
  const byPlace = new Map(issues.flatMap((issue) => (issue.fix ? [[keyOf(issue), issue.fix] as const] : [])));
  // All issues of one kind in an entry share a fix.
  const fixes = [...new Set(byPlace.values())];
  return {
    planned: fixes.filter((fix): fix is PlannedFix => 'plan' in fix),
    direct: fixes.filter((fix): fix is DirectFix => 'run' in fix),
  };
}

/** All fixes as one change, so that a single undo reverts them. */
export async function planRepairs(host: Host, planned: readonly PlannedFix[]): Promise<Plan> {
  return inSteps(
    host,
    `repair ${count(planned.length, 'issue')}`,
    planned.map((fix) => (on) => fix.plan(on)),
  );
}

function keyOf({ fix, file, range }: Issue): string {
  return JSON.stringify([fix?.title, file, range?.start.offset]);
}
