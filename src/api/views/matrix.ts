import type { Cell, SyncState } from '../../manage/compare/compare-with-catalog.ts';
import { differenceOf } from '../../manage/compare/matrix.ts';
import { lookAlikeNote, lookAlikes } from '../../manage/secrets/look-alikes.ts';
import { masked } from '../../manage/secrets/masked-server.ts';
import type { FieldChange, Outcome } from '../../manage/sync/merge.ts';
import { effectiveValue } from '../../model/same-meaning.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { sameValue, type Value, type ValueMap } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { CellDetail, CellWord, MatrixCell } from '../contract/matrix.ts';

const words: Readonly<Record<Cell['state'], CellWord>> = {
  same: 'same',
  differs: 'differs',
  'not-there': 'not-there',
  'only-there': 'only-here',
  unwritable: 'cannot-write',
};

/** The state of a cell as one word. Differences that the user ignores say so. */
export function cellView(cell: Cell, ignored: ReadonlySet<string>): MatrixCell {
  const { state, why } = cell;
  if (state === 'unwritable') return { word: 'cannot-write', ...(why && { why: visible(maskLine(why)) }) };
  if (ignored.size > 0 && isDifference(cell) && ignored.has(differenceOf(cell)))
    return { word: 'ignored', why: 'You chose to ignore this difference.' };
  return { ...stateView(cell), ...(isChangedThere(cell) && { canKeep: true }) };
}

function stateView(cell: Cell): MatrixCell {
  const { state, present, wanted, sync } = cell;
  if (sync?.outcome === 'conflict') return { word: 'conflict', why: whyConflict(sync, present) };
  if (present?.disabled)
    return { word: 'off', ...(wanted && !wanted.disabled && { why: 'Off here, on in the catalog.' }) };
  if (state === 'differs') return { word: 'differs', ...whyDiffers(cell) };
  if (state === 'same' && !present) return { word: 'off', why: 'Off in the catalog, so it is omitted here.' };
  const isRemoved = state === 'not-there' && sync?.base !== undefined;
  return { word: words[state], ...(isRemoved && { why: 'Removed here since the last sync.' }) };
}

/** Whether the client changed what a sync wrote. */
function isChangedThere({ sync }: Cell): boolean {
  return sync?.changes.some(({ by }) => by === 'theirs' || by === 'both') ?? false;
}

function whyConflict({ base }: SyncState, present: Server | undefined): string {
  if (!base) return 'Conflict: it differs from the catalog and was never synced.';
  return present
    ? 'Conflict: changed in the catalog and here since the last sync.'
    : 'Conflict: removed here, and changed in the catalog since the last sync.';
}

function whyDiffers({ sync, wanted }: Cell): Pick<MatrixCell, 'why'> {
  const isBoth = sync?.outcome === 'write' && sync.changes.some(({ by }) => by === 'theirs');
  const why =
    (isBoth ? changedApart : sync && syncWords[sync.outcome]) ??
    (wanted?.disabled ? 'On here, off in the catalog.' : undefined);
  return why === undefined ? {} : { why };
}

const changedApart = 'Changed in the catalog and here, in different fields, since the last sync.';

/** Which side changed it since the last sync. */
const syncWords: Readonly<Partial<Record<Outcome, string>>> = {
  write: 'Changed in the catalog since the last sync.',
  keep: 'Changed here since the last sync.',
};

function isDifference({ state }: Cell): boolean {
  return state === 'differs' || state === 'only-there' || state === 'not-there';
}

const actions: Readonly<Record<CellWord, CellDetail['actions']>> = {
  same: ['off', 'remove'],
  differs: ['push', 'pull', 'keep', 'ignore', 'off', 'remove'],
  conflict: ['push', 'pull', 'keep', 'ignore', 'off', 'remove'],
  off: ['on', 'push', 'pull', 'keep', 'remove'],
  'not-there': ['push', 'keep', 'ignore'],
  'only-here': ['pull', 'ignore', 'off', 'remove'],
  'cannot-write': [],
  ignored: ['unignore'],
};

export function actionsFor({ word, canKeep }: MatrixCell, { wanted, present }: Cell): CellDetail['actions'] {
  const possible = actions[word].filter((action) => canKeep || action !== 'keep');
  if (!wanted) return possible.filter((action) => action !== 'push');
  return possible.filter((action) => present !== undefined || !['on', 'off', 'pull', 'remove'].includes(action));
}

/** All fields of either side, in the usual order; values masked. */
export function fieldRows(
  catalog: Server | undefined,
  client: Server | undefined,
  written: Server | undefined,
  sync?: SyncState,
): CellDetail['fields'] {
  // In the order of a sync: what was written last, the catalog, the client.
  const all = [written, catalog, client];
  const values = all.map(raw);
  const sides = all.map((server) => (server ? shown(server) : {}));
  const names = new Set([1, 2, 0].flatMap((at) => Object.keys(sides[at] ?? {})));
  return [...names].map((field) => {
    const [, a, b] = values.map((one) => one[field]);
    const texts = sides.map((one) => one[field]);
    const numbers = lookAlikes(
      values.map((one) => one[field]),
      texts,
    );
    const [inWritten, inCatalog, inClient] = texts.map((one, at) => one && `${one}${lookAlikeNote(numbers[at])}`);
    return {
      field,
      ...text('catalog', inCatalog),
      ...text('client', inClient),
      ...text('written', inWritten),
      same: sameValue(effectiveValue(field, a), effectiveValue(field, b)),
      ...changedBy(field, sync),
    };
  });
}

const sidesOf: Readonly<Record<FieldChange['by'], readonly ('catalog' | 'client')[]>> = {
  mine: ['catalog'],
  theirs: ['client'],
  both: ['catalog', 'client'],
  same: [],
};

/** A change of a whole entry, or of all variables, is one of each of their fields. */
function changedBy(field: string, sync: SyncState | undefined): Pick<CellDetail['fields'][number], 'changedBy'> {
  if (!sync?.base) return {};
  const change = sync.changes.find(({ path }) => `${field}.`.startsWith([...path, ''].join('.')));
  return change ? { changedBy: sidesOf[change.by] } : {};
}

function text<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: string });
}

/** `env.TOKEN` is a separate field: one variable that differs must not hide among the others. */
function raw(server: Server | undefined): Record<string, Value | undefined> {
  if (!server) return {};
  const fields: [string, Value | undefined][] = [['transport', inferTransport(server)]];
  for (const [field, value] of Object.entries(server as ValueMap)) {
    if (field === 'env' || field === 'headers')
      for (const [name, one] of Object.entries((value ?? {}) as ValueMap)) fields.push([`${field}.${name}`, one]);
    else if (field !== 'transport') fields.push([field, value]);
  }
  return Object.fromEntries(fields);
}

function shown(server: Server): Record<string, string> {
  const hidden = raw(masked(server as Value) as Server);
  return Object.fromEntries(
    Object.entries(hidden).map(([field, value]) => [
      field,
      visible(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
    ]),
  );
}
