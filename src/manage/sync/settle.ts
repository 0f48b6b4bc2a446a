import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { Target } from '../plan/target.ts';
import type { Decision } from './merge.ts';
import type { SyncCell } from './sync-cell.ts';
import { sync } from './sync.ts';

/** A decision about everything that differs of one server in one file. */
export interface Settlement {
  readonly name: string;
  readonly target: Target;
  readonly decision: Exclude<Decision, 'skip'>;
}

export interface Settled {
  /** One change for all of them. Must not be written while there are clashes. */
  readonly plan: Plan;
  /** Those that no catalog here wants there, or that a sync cannot write. */
  readonly others: ReadonlySet<Settlement>;
  /** Cells that would send different values to the same field of the catalog. */
  readonly clashes: readonly SyncCell[];
}

/** Plans to settle servers by decisions that a person made, all at once, so that their order does not matter. */
export async function settleCells(host: Host, settlements: readonly Settlement[]): Promise<Settled> {
  const byFile = new Map<string, Map<string, Settlement>>();
  for (const one of settlements) {
    const file = byFile.get(keyOf(one.target)) ?? new Map<string, Settlement>();
    byFile.set(keyOf(one.target), file.set(one.name, one));
  }
  const { plan, cells } = await sync(host, {
    only: (target, name) => {
      const file = byFile.get(keyOf(target));
      return name === undefined ? file !== undefined : (file?.has(name) ?? false);
    },
    decide: (target, name) => () => byFile.get(keyOf(target))?.get(name)?.decision,
  });
  const settled = cells.filter(({ outcome }) => outcome !== 'blocked');
  const known = new Set(settled.map(({ target, name }) => byFile.get(keyOf(target))?.get(name)));
  return {
    plan,
    others: new Set(settlements.filter((one) => !known.has(one))),
    clashes: settled.filter(({ outcome }) => outcome === 'conflict'),
  };
}

function keyOf({ client, scope }: Target): string {
  return `${client.id}:${scope}`;
}
