import { type Entry, shapeOf } from '../../clients/read-document.ts';
import type { Client, Place, Shape } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import { because, type Loss, type LossReason } from '../../model/diagnostics/loss.ts';
import type { Server, Transport } from '../../model/server.ts';
import { getOwn, isMap, type Path, sameValue, type Value, valueAt } from '../../model/value.ts';
import { withoutIgnored } from '../definitions/usable-server.ts';

/** Losses of a server, or, without one, of the file around the servers. */
export type TranslationLoss = Loss & { readonly server?: string };

/** Losses before writing: entry content that the canonical server does not represent. */
export function entryLosses(
  from: Client,
  shape: Shape,
  { name, native, server, isTransportAmbiguous }: Entry,
  to: Client,
  place: Place,
): TranslationLoss[] {
  const usable = withoutIgnored(name, server);
  const losses = usable.ignored.map(({ field, why }) =>
    lossOf(to, field, 'dropped', because('value-ignored', why), name),
  );
  const inner = getOwn(native, shape.nameKey ?? 'name');
  if (inner !== undefined && shape.listBy === undefined && inner !== name)
    losses.push(lossOf(to, 'name', 'dropped', because('name-is-the-key'), name));
  if (isTransportAmbiguous && tellsKind(to, name, usable.server, place)) {
    losses.push(lossOf(to, 'transport', 'mapped', because('transport-assumed', from.name), name));
  }
  return losses;
}

/** Whether the client needs an explicit http or sse transport for a URL. */
function tellsKind(client: Client, name: string, server: Server, place: Place): boolean {
  const shape = shapeOf(client, undefined);
  const as = (transport: Transport): Value | undefined =>
    writeEntry(client, shape, name, { ...server, transport }, place).native;
  return !sameValue(as('http'), as('sse'));
}

/** Entries next to the servers that have another meaning for their client. */
export function skippedLosses(
  from: Client,
  shape: Shape,
  root: Value | undefined,
  at: Path,
  to: Client,
): TranslationLoss[] {
  const container = valueAt(root, at);
  if (!shape.isServer || !isMap(container)) return [];
  const skipped = Object.entries(container).filter(([, native]) => isMap(native) && !shape.isServer?.(native));
  return skipped.map(([name]) => lossOf(to, 'entry', 'dropped', because('not-a-server', from.name), name));
}

/** Settings of the file other than servers. An editor's `$schema` key is ignored. */
export function fieldLosses(
  root: Value | undefined,
  places: readonly Path[],
  from: Client,
  to: Client,
): TranslationLoss[] {
  const fields = fieldsBeside(root, places).map((path) => path.join('.'));
  return fields
    .filter((field) => field !== '$schema')
    .map((field) => lossOf(to, field, 'dropped', because('not-server-settings', from.name)));
}

function lossOf(
  to: Client,
  field: string,
  action: TranslationLoss['action'],
  reason: LossReason,
  server?: string,
): TranslationLoss {
  return { ...(server === undefined ? {} : { server }), field, client: to.id, action, ...reason };
}

/** The outermost fields of a document that are not on the way to any of these paths. */
function fieldsBeside(root: Value | undefined, places: readonly Path[], at: Path = []): Path[] {
  if (!isMap(root)) return [];
  return Object.entries(root).flatMap(([key, value]) => {
    const path = [...at, key];
    const below = places.filter((place) => path.every((step, index) => place[index] === step));
    if (below.length === 0) return [path];
    return below.some((place) => place.length === path.length) ? [] : fieldsBeside(value, below, path);
  });
}
