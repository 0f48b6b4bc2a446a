import type { Host } from '../model/host.ts';
import type { CopiedDefinition } from '../model/origin.ts';
import type { Plan } from '../store/plan.ts';
import { filesFor, shareFiles } from './draft-files.ts';
import { hostAfter } from './host-after.ts';

/** Several plans as one: each is made as if the ones before it had been carried out already. */
export async function inSteps(
  host: Host,
  title: string,
  steps: readonly ((host: Host) => Promise<Plan>)[],
): Promise<Plan> {
  const files = filesFor(host);
  const start = files.moment;
  const plans: Plan[] = [];
  const plannedCopies: CopiedDefinition[] = [...(host.plannedCopies ?? [])];
  const later = { ...hostAfter(host, (path) => files.changeOf(path)), plannedCopies };
  // All steps change the same documents, so that each of these is parsed and proven once.
  shareFiles(later, files);
  for (const step of steps) {
    const plan = await step(later);
    plans.push(plan);
    for (const { written, origin } of plan.copies ?? [])
      plannedCopies.push({ server: written, project: origin.project });
  }
  const links = plans.flatMap(({ changes }) => changes.filter(({ link }) => link));
  const directories = plans.flatMap((plan) => plan.directories ?? []);
  const copies = plans.flatMap((plan) => plan.copies ?? []);
  return {
    title,
    servers: [...new Set(plans.flatMap(({ servers }) => servers))],
    changes: [...links, ...files.changes(start)],
    losses: plans.flatMap(({ losses }) => losses),
    unwritten: plans.flatMap(({ unwritten }) => unwritten),
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
    ...(directories.length > 0 && { directories: [...new Set(directories)] }),
    ...(copies.length > 0 && { copies }),
  };
}
