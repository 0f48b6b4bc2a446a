import type { Host } from '../model/host.ts';
import type { FileChange, Plan } from '../store/plan.ts';
import { hostAfter } from './host-after.ts';

/** Several plans as one: each is made as if the ones before it had been carried out already. */
export async function inSteps(
  host: Host,
  title: string,
  steps: readonly ((host: Host) => Promise<Plan>)[],
): Promise<Plan> {
  const changes = new Map<string, FileChange>();
  const plans: Plan[] = [];
  const later = hostAfter(host, changes);
  for (const step of steps) {
    const plan = await step(later);
    plans.push(plan);
    for (const change of plan.changes) {
      const first = changes.get(change.path) ?? change;
      changes.set(change.path, { path: change.path, before: first.before, after: change.after });
    }
  }
  const directories = plans.flatMap((plan) => plan.directories ?? []);
  const copies = plans.flatMap((plan) => plan.copies ?? []);
  return {
    title,
    changes: [...changes.values()].filter(({ before, after }) => before !== after),
    losses: plans.flatMap(({ losses }) => losses),
    unwritten: plans.flatMap(({ unwritten }) => unwritten),
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
    ...(directories.length > 0 && { directories: [...new Set(directories)] }),
    ...(copies.length > 0 && { copies }),
  };
}
