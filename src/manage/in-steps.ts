import type { Host } from '../model/host.ts';
import type { FileChange, Plan } from '../store/plan.ts';

/** Several plans as one: each is made as if the ones before it had been carried out already. */
export async function inSteps(
  host: Host,
  title: string,
  steps: readonly ((host: Host) => Promise<Plan>)[],
): Promise<Plan> {
  const changes = new Map<string, FileChange>();
  const plans: Plan[] = [];
  const later = seeing(host, changes);
  for (const step of steps) {
    const plan = await step(later);
    plans.push(plan);
    for (const change of plan.changes) {
      const first = changes.get(change.path) ?? change;
      changes.set(change.path, { ...change, before: first.before });
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

/** The same machine, on which these changes have been made already as far as anybody can read. */
function seeing(host: Host, changes: ReadonlyMap<string, FileChange>): Host {
  const { fs } = host;
  return {
    ...host,
    fs: {
      ...fs,
      async readFile(path) {
        const text = changes.get(path)?.after;
        return text === undefined ? fs.readFile(path) : Buffer.from(text);
      },
      async kindOf(path) {
        const change = changes.get(path);
        if (!change) return fs.kindOf(path);
        return change.after === undefined ? undefined : 'file';
      },
    },
  };
}
