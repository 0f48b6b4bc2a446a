import { nameOf } from '../../manage/plan/target.ts';
import type { DecideIn } from '../../manage/sync/evaluate.ts';
import type { Decision, FieldChange } from '../../manage/sync/merge.ts';
import { placeName, type SyncCell } from '../../manage/sync/sync-cell.ts';
import { visible } from '../../model/visible.ts';
import { chooseByKey } from '../input/ask.ts';
import type { Output } from '../output/output.ts';
import { changeLines, conflictWords } from './cell-lines.ts';

const keys = [
  { value: 'm', label: 'mine: write the catalog value to the client' },
  { value: 't', label: 'theirs: take the client value into the catalog, for all clients' },
  { value: 'k', label: 'keep: let this client have its value, as an override in the catalog' },
  { value: 's', label: 'skip: leave the entry as it is for now' },
] as const;

const decisions: Readonly<Record<string, Decision>> = { m: 'mine', t: 'theirs', k: 'keep', s: 'skip' };

/** Asks about every field in conflict, one key each. */
export async function askConflicts(cells: readonly SyncCell[], output: Output): Promise<DecideIn> {
  const decided = new Map<string, Decision>();
  for (const cell of cells.filter(({ outcome }) => outcome === 'conflict')) {
    output.talk(output.style('bold', `${visible(cell.name)} in ${placeName(cell)}: ${conflictWords(cell)}`));
    for (const change of cell.changes.filter(({ by }) => by === 'both' || by === 'theirs')) {
      for (const line of changeLines(cell, change, '')) output.talk(line);
      const key = await chooseByKey(`${change.path.join('.') || 'Entry'}: whose value counts?`, keys);
      const decision = decisions[key] ?? 'skip';
      decided.set(keyOf(placeName(cell), cell.name, change), decision);
      // The rest of a skipped entry stays as it is too.
      if (decision === 'skip') break;
    }
  }
  return (target, name) => (change) => decided.get(keyOf(nameOf(target), name, change));
}

function keyOf(place: string, name: string, { path }: FieldChange): string {
  return JSON.stringify([place, name, path]);
}
