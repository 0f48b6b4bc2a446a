import { lookAlikeNote } from '../../manage/secrets/look-alikes.ts';
import { shownChange } from '../../manage/sync/cell-data.ts';
import type { FieldChange, Outcome } from '../../manage/sync/merge.ts';
import { type BlockReason, isDrift, type MergedCell, placeName, type SyncCell } from '../../manage/sync/sync-cell.ts';
import type { Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { Mark, Output } from '../output/output.ts';
import { inColumns } from '../output/table.ts';
import { isContested } from './next-steps.ts';

const outcomes: Readonly<Record<Outcome, readonly [Mark, string]>> = {
  same: ['ok', 'in sync'],
  write: ['warning', 'changed in the catalog'],
  pull: ['warning', 'changed in the client, for the catalog'],
  adopt: ['ok', 'in sync'],
  keep: ['warning', 'changed in the client'],
  prune: ['warning', 'no longer wanted'],
  conflict: ['error', 'conflict'],
  blocked: ['error', 'cannot be synced'],
};

const reasons: Readonly<Record<BlockReason, string>> = {
  unreadable: 'the file cannot be read',
  refused: 'the client cannot use it',
  'not-installed': 'it starts through Plugboard',
  invalid: 'the catalog definition is invalid',
  'theirs-invalid': 'the entry in the file is invalid',
  'name-taken': 'the name is used by something else in the file',
  'other-catalog': 'another catalog wrote it',
  'profile-missing': 'the profile in use is not in the catalog',
  policy: 'a policy does not allow it',
};

/** What decides how a difference is named. */
type Compared = Pick<MergedCell, 'outcome' | 'base' | 'theirs' | 'changes'>;

/** What a sync says about an entry, in words. */
export function outcomeInWords(cell: Compared): string {
  return cell.outcome === 'conflict' ? conflictWords(cell) : (neverSynced(cell) ?? outcomes[cell.outcome][1]);
}

/** The state of a cell in words. */
export function stateOf(cell: MergedCell): string {
  const words = outcomeInWords(cell);
  if (cell.blocked === undefined) return words;
  return `${words}: ${reasons[cell.blocked]}${cell.why === undefined ? '' : ` (${cell.why})`}`;
}

/** All cells by file, one line each, with the fields that differ. */
export function cellLines(cells: readonly SyncCell[], output: Output): string[] {
  return [...new Set(cells.map(placeName))].flatMap((place, index) => {
    const rows = cells.filter((cell) => placeName(cell) === place).map((cell) => rowOf(cell, output));
    const title = output.style('bold', place);
    return [...(index > 0 ? [''] : []), title, ...inColumns(rows)];
  });
}

function rowOf(cell: SyncCell, output: Output): string[] {
  const [mark] = outcomes[cell.outcome];
  // What a client cannot use is no difference.
  const sign = output.mark(isDrift(cell) ? mark : mark === 'error' ? 'warning' : 'ok');
  const fields = cell.changes.filter(({ by }) => by !== 'same').map(({ path }) => path.join('.') || 'removed');
  const named = cell.renamedFrom === undefined ? cell.name : `${cell.renamedFrom} -> ${cell.name}`;
  const state = isDrift(cell) || cell.outcome === 'blocked' ? stateOf(cell) : 'in sync';
  return [`  ${sign} ${visible(named)}`, visible(fields.length === 0 ? state : `${state}: ${fields.join(', ')}`)];
}

/** A field of a cell with its values, one line each. */
export function changeLines({ base: synced }: MergedCell, change: FieldChange, indent = '  '): string[] {
  const { field, base, mine, theirs, masked = {} } = shownChange(change);
  const title = field === '' ? 'the whole entry' : field;
  const sides = inColumns([
    ...(synced ? [[`${indent}  last synced`, shownValue(base, masked.base)]] : []),
    [`${indent}  catalog`, shownValue(mine, masked.mine)],
    [`${indent}  client`, shownValue(theirs, masked.theirs)],
  ]);
  return [`${indent}${visible(title)}`, ...sides];
}

function shownValue(value: Value | undefined, number: number | undefined): string {
  return value === undefined ? '(not there)' : `${visible(JSON.stringify(value) ?? '')}${lookAlikeNote(number)}`;
}

export function conflictWords(cell: Compared): string {
  if (!isContested(cell)) return 'changed to another value in another client';
  return neverSynced(cell) ?? 'changed on both sides';
}

/** Without a base, as in a fresh checkout, it is not known who changed what. */
function neverSynced({ outcome, base, theirs }: Compared): string | undefined {
  if (base !== undefined || !['write', 'pull', 'keep', 'conflict'].includes(outcome)) return undefined;
  return theirs ? 'differs from the catalog, and no sync wrote it' : 'not in the client yet';
}

/** Every field in conflict, with its values. */
export function conflictLines(cells: readonly SyncCell[], output: Output): string[] {
  return cells
    .filter(({ outcome }) => outcome === 'conflict')
    .flatMap((cell) => [
      `${output.mark('error')} ${visible(cell.name)} in ${placeName(cell)}: ${conflictWords(cell)}`,
      ...cell.changes.filter(({ by }) => by !== 'mine' && by !== 'same').flatMap((one) => changeLines(cell, one)),
    ]);
}
