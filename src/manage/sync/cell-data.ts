import { withValueAt } from '../../model/catalog-fields.ts';
import { type Value, valueAt } from '../../model/value.ts';
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
}

export function shownChange({ path, by, base, mine, theirs }: FieldChange): ShownChange {
  const values = Object.entries({ base, mine, theirs }).flatMap(([side, value]) =>
    value === undefined ? [] : [[side, maskedAt(path, value)] as const],
  );
  return { field: path.join('.'), by, ...Object.fromEntries(values) };
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
