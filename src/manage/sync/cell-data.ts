import { withValueAt } from '../../model/fields/catalog-fields.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { lookAlikes } from '../secrets/look-alikes.ts';
import { masked } from '../secrets/masked-server.ts';
import type { FieldPath } from './fields.ts';
import type { FieldChange } from './merge.ts';
import { isDrift, type SyncCell } from './sync-cell.ts';

/** A changed field with secrets masked; a value is absent where the field is. */
export interface ShownChange {
  /** For example `env.TOKEN`; empty for the whole entry. */
  readonly field: string;
  readonly by: FieldChange['by'];
  readonly base?: Value;
  readonly mine?: Value;
  readonly theirs?: Value;
  /** Numbers of values that look alike because they are masked: equal numbers are equal values. */
  readonly masked?: Readonly<Partial<Record<(typeof sides)[number], number>>>;
}

const sides = ['base', 'mine', 'theirs'] as const;

export function shownChange({ path, by, ...change }: FieldChange): ShownChange {
  const values = sides.map((side) => change[side]);
  const shown = values.map((value) => (value === undefined ? undefined : maskedAt(path, value)));
  const numbers = bySide(lookAlikes(values, shown));
  const isAlike = Object.keys(numbers).length > 0;
  return { field: path.join('.'), by, ...bySide(shown), ...(isAlike && { masked: numbers }) };
}

function bySide<T>(found: readonly (T | undefined)[]): Partial<Record<(typeof sides)[number], T>> {
  return Object.fromEntries(sides.flatMap((side, at) => (found[at] === undefined ? [] : [[side, found[at]]])));
}

/** Masks a value by what its place says about it. */
function maskedAt(path: FieldPath, value: Value): Value {
  if (path.length === 0) return masked(value);
  return valueAt(masked(withValueAt({}, path, value)), path) ?? value;
}

/** A cell as JSON data, with secrets masked. */
export function cellAsData(cell: SyncCell): Record<string, unknown> {
  const { target, path, name, renamedFrom, catalog, outcome, changes, losses, blocked, why } = cell;
  return {
    client: target.client.id,
    scope: target.scope,
    name,
    file: path,
    outcome,
    drift: isDrift(cell),
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(catalog && { catalog: catalog.path }),
    ...(blocked !== undefined && { blocked }),
    ...(why !== undefined && { why }),
    fields: changes.filter(({ by }) => by !== 'same').map(shownChange),
    losses,
  };
}
