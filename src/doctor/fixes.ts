import type { Place } from '../clients/types.ts';
import { writeEntry, type WrittenEntry } from '../clients/write-entry.ts';
import type { DiscoveredEntry } from '../discovery/types.ts';
import { PlanDraft } from '../manage/plan/plan-draft.ts';
import { keysOf, respell } from '../manage/plan/respell.ts';
import type { Target } from '../manage/plan/target.ts';
import { update } from '../manage/update.ts';
import { isError } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Loss } from '../model/diagnostics/loss.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import { getOwn, sameValue, type ValueMap } from '../model/value.ts';
import type { Plan } from '../store/write/plan.ts';
import { validateServerConfig, validateServerName } from '../validate/server-config.ts';
import { shapeOfEntry } from './issue.ts';
import type { PlannedFix, Subject } from './types.ts';

export type Change = (server: Server) => Server;

export function targetOf({ client, location: { scope, variant } }: DiscoveredEntry): Target {
  return variant === undefined ? { client, scope } : { client, scope, variant };
}

/**
 * Whether we can edit the entry: not in a parent directory of the project, a managed file or a malformed one, and not
 * when a merged file supplies its missing fields.
 */
export function isWithinReach({ entry, parts }: Subject): boolean {
  const { distance, scope, source } = entry;
  return parts.length === 1 && distance === 0 && scope !== 'managed' && !source.issues.some(isError);
}

export function plannedFix(host: Host, title: string, make: (host: Host) => Promise<Plan>): PlannedFix {
  return { title, plan: async (on = host) => make(on).catch((error: unknown) => nothingIfGone(error, on, title)) };
}

/** An entry removed meanwhile, perhaps by another fix, needs none. */
function nothingIfGone(error: unknown, host: Host, title: string): Plan {
  if (error instanceof PlugboardError && error.code === 'server-missing') return new PlanDraft(host, title).plan();
  throw error;
}

/** A fix for the whole entry, created once for all its affected fields. */
export function fixOnce(
  entry: DiscoveredEntry,
  kind: string,
  make: () => PlannedFix | undefined,
): PlannedFix | undefined {
  const known = fixesOf.get(entry) ?? new Map<string, PlannedFix | undefined>();
  fixesOf.set(entry, known);
  if (!known.has(kind)) known.set(kind, make());
  return known.get(kind);
}

const fixesOf = new WeakMap<DiscoveredEntry, Map<string, PlannedFix | undefined>>();

/** Changes the server where it is defined; undefined when its client cannot represent the result. */
export function updateFix(host: Host, subject: Subject, title: string, change: Change): PlannedFix | undefined {
  const { entry } = subject;
  const { name, server } = entry;
  const changed = change(server);
  if (!isWithinReach(subject) || validateServerName(name) !== undefined) return undefined;
  if (!written(host, entry, changed)) return undefined;
  return plannedFix(host, title, (on) => update(on, name, change, [targetOf(entry)]));
}

/** Limits a repair to one part of a field, such as one of several arguments. */
export interface Narrowing {
  /** The name of that part in losses. */
  readonly field: string;
  /** Returns the server with a changed field that has only this part. */
  readonly changed: Change;
}

/** Writes some fields again in the syntax of the client. With a narrowing only that part is tried, with the same result. */
export function respellFix(
  host: Host,
  subject: Subject,
  title: string,
  fields: readonly string[],
  change: Change = (server) => server,
  narrowing?: Narrowing,
): PlannedFix | undefined {
  const { entry } = subject;
  if (!isWithinReach(subject) || !isSoundEntry(entry)) return undefined;
  if (narrowing && losesBeside(host, entry, fields, narrowing)) return undefined;
  const { disabled: _, ...changed } = (narrowing?.changed ?? change)(entry.server);
  const native = written(host, entry, changed, fields);
  const differs = (key: string): boolean => !sameValue(native && getOwn(native, key), getOwn(entry.native, key));
  if (!native || ![...keysOf(shapeOfEntry(entry), fields)].some(differs)) return undefined;
  return plannedFix(host, title, (on) => respell(on, entry.name, fields, targetOf(entry), change));
}

/** Whether writing these fields would lose anything outside the narrowed part. */
function losesBeside(host: Host, entry: DiscoveredEntry, fields: readonly string[], { field }: Narrowing): boolean {
  const { lost } =
    lastLost?.entry === entry ? lastLost : { lost: droppedIn(writing(host, entry)(entry.server).losses) };
  lastLost = { entry, lost };
  return lost.some((one) => one !== field && fields.includes(one.split('.')[0] ?? one));
}

let lastLost: { readonly entry: DiscoveredEntry; readonly lost: readonly string[] } | undefined;

function writing(host: Host, entry: DiscoveredEntry): (server: Server) => WrittenEntry {
  const { scope, variant } = entry.location;
  const place: Place = { scope, project: host.cwd, ...(variant === undefined ? {} : { variant }) };
  const shape = shapeOfEntry(entry);
  return (server) => writeEntry(entry.client, shape, entry.name, server, place, { present: entry.server });
}

/** The entry as it would be written, unless one of these fields (default: all) would be lost. */
export function written(
  host: Host,
  entry: DiscoveredEntry,
  server: Server,
  fields?: readonly string[],
): ValueMap | undefined {
  const write = writing(host, entry);
  if (!isSound(entry.name, server)) return undefined;
  const { native, losses } = write(server);
  const lost = droppedIn(losses);
  if (lost.length === 0) return native;
  const already = !fields && isSound(entry.name, entry.server) ? droppedIn(write(entry.server).losses) : [];
  const meant = (field: string): boolean => fields?.includes(field.split('.')[0] ?? field) ?? !already.includes(field);
  return lost.some(meant) ? undefined : native;
}

function droppedIn(losses: readonly Loss[]): string[] {
  return losses.filter(({ action }) => action === 'dropped').map(({ field }) => field);
}

/** Writers do not handle values of the wrong type. */
function isSound(name: string, server: Server): boolean {
  if (lastSound?.server === server && lastSound.name === name) return lastSound.isSound;
  return validateServerConfig(name, server).length === 0;
}

/** Caches the last result, because the fixes of one entry are created in sequence. A map of all is slower. */
function isSoundEntry({ name, server }: DiscoveredEntry): boolean {
  lastSound = { name, server, isSound: isSound(name, server) };
  return lastSound.isSound;
}

let lastSound: { readonly name: string; readonly server: Server; readonly isSound: boolean } | undefined;
