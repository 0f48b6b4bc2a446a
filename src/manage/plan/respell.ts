import { shapeOf } from '../../clients/read-document.ts';
import { hasSwitchInEntry } from '../../clients/switches.ts';
import type { Shape } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, valueAt } from '../../model/value.ts';
import type { Plan } from '../../store/write/plan.ts';
import { PlanDraft } from './plan-draft.ts';
import { entryIn, noteCopy, sourceIn } from './put-server.ts';
import { nameOf, type Target } from './target.ts';

/**
 * Plans to rewrite fields of a server in its client's syntax. `update` keeps a spelling with the right meaning; this is
 * for spellings that we understand and the client does not.
 */
export async function respell(
  host: Host,
  name: string,
  fields: readonly string[],
  target: Target,
  change: (server: Server) => Server = (server) => server,
): Promise<Plan> {
  const draft = new PlanDraft(host, `respell ${fields.join(', ')} of ${name} in ${nameOf(target)}`);
  draft.touch(name);
  const document = await draft.open(target);
  const entry = await entryIn(draft, document, name);
  if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
  const { client, place, revision } = document;
  const shape = shapeOf(client, revision.value);
  const { disabled, ...server } = change(entry.server);
  const switched = hasSwitchInEntry(shape) && typeof disabled === 'boolean' ? { ...server, disabled } : server;
  const { native, losses } = writeEntry(client, shape, name, switched, place, { present: entry.server });
  const isMeant = (field: string): boolean => fields.includes(field.split('.')[0] ?? field);
  draft.recordLosses(
    name,
    losses.filter(({ field }) => isMeant(field)),
  );
  if (!native) return draft.plan();
  const source = await sourceIn(draft, document, entry);
  for (const key of keysOf(shape, fields)) {
    const at = [...entry.path, key];
    const value = getOwn(native, key);
    if (value !== undefined) revision.set(at, value);
    else if (valueAt(revision.value, at) !== undefined) revision.remove(at);
  }
  if (source) await noteCopy(draft, document, name, { source, isEdit: true });
  return draft.plan();
}

/** Keys of fields in an entry. A key named like the field but unknown to the client counts too. */
export function keysOf({ lenses }: Shape, fields: readonly string[]): Set<string> {
  const concerned = lenses.filter((lens) => lens.fields.some((field) => fields.includes(field)));
  return new Set([...concerned.flatMap(({ keys }) => keys), ...fields]);
}
