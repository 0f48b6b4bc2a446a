import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import type { Target } from '../plan/target.ts';
import { evaluate } from '../sync/evaluate.ts';
import { isDrift, type MergedCell } from '../sync/sync-cell.ts';
import type { Cell, CellState } from './compare-with-catalog.ts';

export interface SyncedCells {
  readonly cells: readonly Cell[];
  /** Problems of catalog entries that are meant for clients but cannot be synced. */
  readonly issues: readonly Diagnostic[];
}

/**
 * The cells with what a sync says. Where a catalog wants a server in a file, or had it written there, the sync decides
 * about the state: there is one answer to what is in sync. Throws if a catalog cannot be read.
 */
export async function withSyncStates(
  host: Host,
  cells: readonly Cell[],
  targets: readonly Target[],
  only?: readonly string[],
): Promise<SyncedCells> {
  const { cells: synced, issues } = await evaluate(new PlanDraft(host, ''));
  const shown = new Set(targets.map(placeOf));
  const known = new Map(cells.map((cell) => [keyOf(`${cell.client}:${cell.scope}`, cell.name), cell]));
  for (const one of synced) {
    if (only?.includes(one.name) === false || isNothing(one)) continue;
    for (const target of [one.target, ...(one.readers ?? [])]) {
      const key = keyOf(placeOf(target), one.name);
      if (shown.has(placeOf(target))) known.set(key, cellOf(target, one, known.get(key)));
    }
  }
  return { cells: [...known.values()], issues };
}

/** Written once, removed by a person, and no longer wanted. */
function isNothing({ outcome, mine, theirs, blocked }: MergedCell): boolean {
  return outcome === 'same' && !mine && !theirs && blocked === undefined;
}

function cellOf({ client, scope }: Target, one: MergedCell, cell: Cell | undefined): Cell {
  const { name, outcome, changes, base, wanted, theirs, losses, why } = one;
  const present = theirs ?? cell?.present;
  return {
    client: client.id,
    scope,
    name,
    state: stateOf(one),
    losses,
    changes: cell?.changes ?? [],
    ...(wanted && { wanted }),
    ...(present && { present }),
    ...(why !== undefined && { why }),
    sync: { outcome, changes, drift: isDrift(one), ...(base && { base }) },
  };
}

function stateOf(one: MergedCell): CellState {
  if (one.outcome === 'blocked') return 'unwritable';
  if (!isDrift(one)) return 'same';
  if (!one.mine) return 'only-there';
  return one.theirs ? 'differs' : 'not-there';
}

function placeOf({ client, scope }: Target): string {
  return `${client.id}:${scope}`;
}

function keyOf(place: string, name: string): string {
  return JSON.stringify([place, name]);
}
