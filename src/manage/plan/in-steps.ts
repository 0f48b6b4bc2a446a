import type { Host } from '../../model/host.ts';
import type { CopiedDefinition } from '../../model/origin.ts';
import type { Server } from '../../model/server.ts';
import type { Brought, FileChange, Plan } from '../../store/write/plan.ts';
import { draftFilesOn, laterHost } from './draft-host.ts';

/**
 * Combines several plans: each is made as if the earlier ones had been applied. Documents are shared and parsed once;
 * the changes of a step include those of earlier steps.
 */
export async function inSteps(
  host: Host,
  title: string,
  steps: readonly ((host: Host) => Promise<Plan>)[],
): Promise<Plan> {
  const files = draftFilesOn(host);
  const start = files.moment;
  const plannedCopies: CopiedDefinition[] = [...(host.plannedCopies ?? [])];
  const plannedOutside: Server[] = [...(host.plannedOutside ?? [])];
  const later = laterHost({ ...host, plannedCopies, plannedOutside }, files);
  const plans: Plan[] = [];
  await files.share(async () => {
    for (const step of steps) {
      const plan = await step(later);
      plans.push(plan);
      plannedOutside.push(...(plan.outside ?? []));
      for (const { written, origin } of plan.copies ?? [])
        plannedCopies.push({ server: written, project: origin.project });
    }
  });
  const changes = [...linksIn(plans), ...files.changes(start)];
  files.release();
  const directories = plans.flatMap((plan) => plan.directories ?? []);
  const copies = plans.flatMap((plan) => plan.copies ?? []);
  const brought = joinBrought(plans);
  const grants = plans.flatMap((plan) => plan.grants ?? []);
  const withheld = plans.flatMap((plan) => plan.withheld ?? []);
  const outside = plans.flatMap((plan) => plan.outside ?? []);
  const preparing = plans.filter(({ prepare }) => prepare);
  return {
    title,
    servers: [...new Set(plans.flatMap(({ servers }) => servers))],
    changes,
    losses: plans.flatMap(({ losses }) => losses),
    unwritten: plans.flatMap(({ unwritten }) => unwritten),
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
    ...(directories.length > 0 && { directories: [...new Set(directories)] }),
    ...(copies.length > 0 && { copies }),
    ...(plans.some(({ restored }) => restored) && { restored: plans.flatMap(({ restored }) => restored ?? []) }),
    ...(brought && { brought }),
    ...(grants.length > 0 && { grants }),
    ...(withheld.length > 0 && { withheld }),
    ...(outside.length > 0 && { outside }),
    ...(plans.some(({ sealed }) => sealed) && { sealed: true }),
    ...(preparing.length > 0 && {
      prepare: async () => {
        for (const plan of preparing) await plan.prepare?.();
      },
    }),
  };
}

/** The final state of each link. */
function linksIn(plans: readonly Plan[]): FileChange[] {
  const links = new Map<string, FileChange>();
  for (const change of plans.flatMap((plan) => plan.changes)) {
    if (!change.link) continue;
    const { before } = links.get(change.path) ?? change;
    links.set(change.path, { ...change, before });
  }
  return [...links.values()].filter(({ before, after }) => before !== after);
}

/** What came from someone else in any of the steps. */
function joinBrought(parts: readonly Pick<Plan, 'brought'>[]): Brought | undefined {
  const all = parts.flatMap(({ brought }) => brought ?? []);
  if (all.length === 0) return undefined;
  const own = all.flatMap((one) => one.own ?? []);
  return {
    texts: [...new Set(all.flatMap(({ texts }) => texts))],
    isAll: all.some(({ isAll }) => isAll),
    ...(own.length > 0 && { own }),
  };
}

/** The plan, of which this came from someone else too. */
export function withBrought(plan: Plan, brought: Brought): Plan {
  const joined = joinBrought([plan, { brought }]);
  return joined ? { ...plan, brought: joined } : plan;
}
