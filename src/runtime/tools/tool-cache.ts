import { isMap } from '../../model/value.ts';
import type { ListKind, SessionInfo } from '../connect/session/session.ts';
import type { KeyValueCache, ServerToRun } from '../types.ts';
import { maskDeep, type MaskText } from '../values/mask-deep.ts';
import { tasksText } from './announced-tasks.ts';
import { pickTexts } from './pick-texts.ts';
import { definitionKey } from './pins/definition-key.ts';
import type { JsonObject } from './tool-source.ts';

/** A list as the server last sent it. */
export interface Listing {
  readonly at: Date;
  readonly info: ListedInfo;
  /** As sent by the server. */
  readonly items: readonly JsonObject[];
}

/** Server information stored with a list. */
export interface ListedInfo {
  readonly name?: string;
  readonly version?: string;
  readonly protocol?: string;
  readonly instructions?: string;
  /** Task support, as JSON. */
  readonly tasks?: string;
}

const infoFields = ['name', 'version', 'protocol', 'instructions', 'tasks'] as const;

/** The part of the session information that is stored. */
export function listedInfo(info: SessionInfo): ListedInfo {
  return pickTexts({ ...info, ...tasksText(info) }, infoFields);
}

/** Format version; entries of other versions are ignored. */
const FORMAT = 1;

export async function readListing(
  cache: KeyValueCache,
  toRun: ServerToRun,
  kind: ListKind,
): Promise<Listing | undefined> {
  const stored = await cache.read(cacheKey(toRun, kind));
  if (!isMap(stored) || stored['format'] !== FORMAT || typeof stored['at'] !== 'string') return undefined;
  const at = new Date(stored['at']);
  const { items } = stored;
  if (Number.isNaN(at.getTime()) || !Array.isArray(items) || !items.every(isMap)) return undefined;
  return { at, info: pickTexts(isMap(stored['info']) ? stored['info'] : {}, infoFields), items };
}

/**
 * Caches a list unless it contains a secret: masked, it would differ from what the server sends. Such a server is
 * listed again each time.
 */
export async function writeListing(
  cache: KeyValueCache,
  toRun: ServerToRun,
  kind: ListKind,
  { at, info, items }: Listing,
  mask: MaskText = (text) => text,
): Promise<void> {
  const said = { info, items };
  const hasSecret = JSON.stringify(maskDeep(said, mask)) !== JSON.stringify(said);
  const kept = hasSecret ? {} : { format: FORMAT, at: at.toISOString(), ...said };
  await cache.write(cacheKey(toRun, kind), kept);
}

function cacheKey(toRun: ServerToRun, kind: ListKind): string {
  return `${kind}-${definitionKey(toRun)}`;
}
