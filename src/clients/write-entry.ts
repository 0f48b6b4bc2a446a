import { because, type Loss } from '../model/diagnostics/loss.ts';
import { canonicalFields } from '../model/fields/canonical-fields.ts';
import type { Server } from '../model/server.ts';
import { switchCommand } from '../model/switch-command.ts';
import { getOwn, setOwn, type ValueMap } from '../model/value.ts';
import { EntryDraft } from './entry-draft.ts';
import { transportOf } from './lenses/transport.ts';
import { overrideInherited } from './merge-scopes.ts';
import { nameKeys } from './read-entry.ts';
import { hasSwitchInEntry, holdsForOneProject, switchOf } from './switches.ts';
import type { Client, Place, Shape } from './types.ts';
import { withWholeToolNames } from './whole-tool-names.ts';
import { writeExtras, writeRest } from './write-rest.ts';

export interface WrittenEntry {
  /** Undefined if the client cannot use the server as intended; the losses say why. */
  readonly native: ValueMap | undefined;
  readonly losses: readonly Loss[];
}

export interface WriteContext {
  /** The entry with the same name in another of the client's files. */
  readonly other?: ValueMap | undefined;
  /** The server that the entry has now. */
  readonly present?: Server | undefined;
}

/** Converts a canonical server to a native entry. */
export function writeEntry(
  client: Client,
  shape: Shape,
  name: string,
  canonical: Server,
  place: Place,
  { other, present }: WriteContext = {},
): WrittenEntry {
  if (client.verbatim) return { native: canonicalEntry(canonical), losses: [] };
  const server = client.quirks?.beforeWrite?.(canonical) ?? canonical;
  const transport = transportOf(server as ValueMap);
  const draft = new EntryDraft(client, transport, place.scope);
  checkSupport(client, name, draft);
  for (const key of nameKeys(shape)) draft.put(key, name);
  const usable = withWholeToolNames(client, relevant(server, draft), draft, present);
  for (const lens of shape.lenses) lens.write(usable, draft);
  writeRest(client, shape, usable, draft);
  writeExtras(client, shape, usable, draft);
  if (other && client.merge === 'fields') overrideInherited(draft, other);
  if (server.disabled && !hasSwitchInEntry(shape) && !switchOf(client, place)) {
    draft.leaveOut();
  }
  if (server.disabled && holdsForOneProject(client, place, shape)) {
    const command = switchCommand('disable', name, { client: client.id, scope: place.scope }, '--everywhere');
    draft.reportLoss('disabled', 'mapped', because('off-in-project-only', command));
  }
  requireCommandOrUrl(client, usable, draft);
  return { native: draft.refused ? undefined : draft.entry, losses: draft.losses };
}

/** All fields but the name, known fields first. */
function canonicalEntry({ name: _, ...fields }: Server): ValueMap {
  const native: ValueMap = {};
  for (const field of [...Object.keys(canonicalFields), ...Object.keys(fields)]) {
    const value = getOwn(fields as ValueMap, field);
    if (value !== undefined) setOwn(native, field, value);
  }
  return native;
}

function checkSupport(client: Client, name: string, draft: EntryDraft): void {
  if (!client.transports.includes(draft.transport)) {
    draft.refuse('transport', because('transport-unsupported', client.name, draft.transport));
  }
  if (client.names?.pattern?.test(name) === false) draft.refuse('name', because('name-unsupported', client.name));
  if (client.names?.reserved?.includes(name)) draft.refuse('name', because('name-reserved', client.name));
}

const foreignFields: Readonly<Record<'stdio' | 'remote', readonly string[]>> = {
  stdio: ['url', 'headers'],
  remote: ['command', 'args', 'cwd'],
};

/** Drops fields of the other transport, because some clients would reject the whole file. */
function relevant(server: Server, draft: EntryDraft): Server {
  const foreign = foreignFields[draft.transport === 'stdio' ? 'stdio' : 'remote'];
  const usable: ValueMap = {};
  for (const field of Object.keys(server)) {
    const value = (server as ValueMap)[field];
    if (value === undefined) continue;
    if (foreign.includes(field)) draft.reportLoss(field, 'dropped', because('wrong-transport', draft.transport));
    else setOwn(usable, field, value);
  }
  return usable;
}

/** Rejects the entry if the client would start or contact something else than intended. */
function requireCommandOrUrl(client: Client, server: Server, draft: EntryDraft): void {
  // A transport that the client refuses is reason enough.
  if (!client.transports.includes(draft.transport)) return;
  const required = draft.transport === 'stdio' ? 'command' : 'url';
  const isDropped = (fits: (field: string) => boolean): boolean =>
    draft.losses.some(({ action, field }) => action === 'dropped' && fits(field));
  const isArgumentDropped = isDropped((field) => field.startsWith('args.'));
  if (getOwn(server as ValueMap, required) === undefined || isDropped((field) => field === required)) {
    draft.refuse(required, because('required-missing', required));
  }
  if (isArgumentDropped) draft.refuse('args', because('argument-missing'));
}
