import type { Host } from '../../model/host.ts';
import type { CopiedDefinition } from '../../model/origin.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';
import { hostAfter } from './host-after.ts';

/** Several plans as one: each is made as if the ones before it had been carried out already. */
export async function inSteps(
  host: Host,
  title: string,
  steps: readonly ((host: Host) => Promise<Plan>)[],
): Promise<Plan> {
  const changes = new Map<string, FileChange>();
  const plans: Plan[] = [];
  const plannedCopies: CopiedDefinition[] = [...(host.plannedCopies ?? [])];
  const later = { ...hostAfter(host, (path) => changes.get(path)), plannedCopies };
  for (const step of steps) {
    const plan = await step(later);
    plans.push(plan);
    for (const { written, origin } of plan.copies ?? [])
      plannedCopies.push({ server: written, project: origin.project });
    for (const { path, after, link } of plan.changes) {
      const first = changes.get(path);
      const before = first ? first.before : plan.changes.find((change) => change.path === path)?.before;
      changes.set(path, { path, before, after, ...(link && { link }) });
    }
  }
  const directories = plans.flatMap((plan) => plan.directories ?? []);
  const copies = plans.flatMap((plan) => plan.copies ?? []);
  return {
    title,
    servers: [...new Set(plans.flatMap(({ servers }) => servers))],
    changes: [...changes.values()].filter(({ before, after }) => before !== after),
    losses: plans.flatMap(({ losses }) => losses),
    unwritten: plans.flatMap(({ unwritten }) => unwritten),
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
    ...(directories.length > 0 && { directories: [...new Set(directories)] }),
    ...(copies.length > 0 && { copies }),
  };
}
