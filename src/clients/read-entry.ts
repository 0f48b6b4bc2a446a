import { canonicalFields } from '../model/fields/canonical-fields.ts';
import { isCatalogField } from '../model/fields/catalog-fields.ts';
import type { Server } from '../model/server.ts';
import { getOwn, isMap, type Path, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { readReferences } from './native-references.ts';
import type { Client, EntryReader, Shape } from './types.ts';

export interface ReadEntry {
  readonly server: Server;
  /** Native keys in the entry that the client ignores. */
  readonly ignored: readonly string[];
  /**
   * Whether the client treats the server as disabled. `server.disabled` is also set by keys that the client ignores.
   */
  readonly off: boolean;
  /** Values of the wrong type that are not in `server`. */
  readonly mismatches: readonly TypeMismatch[];
  /** Whether the entry does not determine http or sse; it is then read as http. */
  readonly isTransportAmbiguous: boolean;
}

export interface TypeMismatch {
  /** Path of the value in the entry. */
  readonly path: Path;
  readonly expected: string;
  readonly value: Value;
}

/** Switch keys that users often write, whether the client supports them or not. */
export const commonSwitchKeys: readonly string[] = ['disabled', 'enabled'];

/** Shared, because most entries have none. */
const noMismatches: readonly TypeMismatch[] = [];

/** Converts a native entry to a canonical server. Values of the wrong type are kept for validation. */
export function readEntry(client: Client, shape: Shape, native: ValueMap): ReadEntry {
  const rest = new UnreadKeys(native);
  const server: Server = {};
  let mismatches = noMismatches;
  let isTransportAmbiguous = false;
  const reader: EntryReader = {
    take: (key, ...deeper) => rest.take(key, deeper),
    peek: (...path) => rest.peek(path),
    has: (key) => Object.hasOwn(native, key),
    reportType(path, expected, value) {
      mismatches = [...mismatches, { path, expected, value }];
    },
    markTransportAmbiguous() {
      isTransportAmbiguous = true;
    },
    canonical: (value) => readReferences(client.references, value),
  };
  for (const key of nameKeys(shape)) reader.take(key);
  for (const lens of shape.lenses) lens.read(reader, server);
  const off = server.disabled === true;
  if (server.url !== undefined && server.transport === undefined) isTransportAmbiguous = !client.verbatim;
  const left = rest.left();
  const ignored = Object.keys(left).filter((key) => isIgnored(client, key));
  readCommonSwitch(left, server);
  keepUnread(client, shape, left, server);
  return {
    server: client.quirks?.afterRead?.(server) ?? server,
    ignored,
    off,
    mismatches,
    isTransportAmbiguous: isTransportAmbiguous && client.transports.includes('sse'),
  };
}

function isIgnored(client: Client, key: string): boolean {
  return commonSwitchKeys.includes(key) || Object.hasOwn(client.ignores ?? {}, key);
}

/** Ignored switch keys that contradict the actual on/off state. */
export function contradictingSwitches(
  { ignored, native }: Pick<ReadEntry, 'ignored'> & { readonly native: ValueMap },
  off: boolean,
): string[] {
  const says = (key: string): Value | undefined => getOwn(native, key);
  return ignored.filter((key) => commonSwitchKeys.includes(key) && says(key) === (key === 'disabled' ? !off : off));
}

/** These switches count as disabled even if the client ignores them. */
function readCommonSwitch(rest: ValueMap, server: Server): void {
  if (server.disabled !== undefined) return;
  const enabled = rest['enabled'];
  const disabled = rest['disabled'];
  if (typeof enabled === 'boolean') {
    server.disabled = !enabled;
    delete rest['enabled'];
  }
  if (typeof disabled === 'boolean') {
    server.disabled ??= disabled;
    delete rest['disabled'];
  }
}

/** Keeps keys that no lens has read: the client's own keys under `extras`, all others as unknown fields. */
function keepUnread(client: Client, shape: Shape, rest: ValueMap, server: Server): void {
  if (Object.keys(rest).length === 0) return;
  const vocabulary = vocabularyOf(client, shape);
  const own: ValueMap = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key === 'extras' && isMap(value)) server.extras = { ...value, ...server.extras };
    else if (vocabulary.has(key) || isForeign(client, key, value)) setOwn(own, key, value);
    else setOwn(Object.hasOwn(server, key) ? own : (server as ValueMap), key, value);
  }
  if (Object.keys(own).length > 0) server.extras = { ...server.extras, [client.id]: own };
}

/** A key of a client's file must not pass for one of our own, nor a value of another type for a canonical field. */
function isForeign(client: Client, key: string, value: Value): boolean {
  if (!client.verbatim && isCatalogField(key)) return true;
  return Object.hasOwn(canonicalFields, key) && !fits(key, value);
}

/** Keys that only repeat the name of the entry. */
export function nameKeys({ listBy, nameKey }: Shape): string[] {
  return [listBy, nameKey].filter((key) => key !== undefined);
}

/** All keys that only this client has. */
export function ownKeysOf({ ownKeys = [], executes = {}, trusts = {}, reads = [] }: Client): string[] {
  return [...ownKeys, ...Object.keys(executes), ...Object.keys(trusts), ...reads];
}

/** Keys with a meaning in this client. Unknown fields of other clients must not be written under them. */
export function vocabularyOf(client: Client, shape: Shape): ReadonlySet<string> {
  const ofClient = vocabularies.get(client) ?? new WeakMap<Shape, ReadonlySet<string>>();
  vocabularies.set(client, ofClient);
  const known = ofClient.get(shape) ?? new Set([...shape.lenses.flatMap((lens) => lens.keys), ...ownKeysOf(client)]);
  ofClient.set(shape, known);
  return known;
}

/** Computed once, because every entry asks for it. */
const vocabularies = new WeakMap<Client, WeakMap<Shape, ReadonlySet<string>>>();

/** Whether an unread native value has the type of the canonical field with the same name. */
function fits(field: string, value: Value): boolean {
  if (field === 'tools' || field === 'auth' || field === 'extras') return isMap(value);
  if (field === 'platforms') return Array.isArray(value);
  return true;
}

/**
 * The keys of an entry that no lens has read yet. The entry itself is not modified; maps that are read in part are
 * copied.
 */
class UnreadKeys {
  readonly #native: ValueMap;
  readonly #taken = new Set<string>();
  /** Copies of maps, without the parts already read. */
  readonly #parts = new Map<string, ValueMap>();

  constructor(native: ValueMap) {
    this.#native = native;
  }

  take(key: string | undefined, deeper: readonly string[]): Value | undefined {
    const value = key === undefined ? undefined : this.#at(key);
    if (key === undefined || value === undefined) return undefined;
    if (deeper.length === 0) {
      this.#taken.add(key);
      return isMap(value) ? copyOf(value) : value;
    }
    if (!isMap(value)) return undefined;
    const part = this.#parts.get(key) ?? copyOf(value);
    this.#parts.set(key, part);
    const taken = takeFrom(part, deeper);
    if (taken !== undefined && Object.keys(part).length === 0) this.#taken.add(key);
    return taken;
  }

  peek([key, ...deeper]: readonly string[]): Value | undefined {
    return key === undefined ? this.left() : valueAt(this.#at(key), deeper);
  }

  left(): ValueMap {
    const left: ValueMap = {};
    for (const key of Object.keys(this.#native)) {
      const value = this.#at(key);
      if (value !== undefined) setOwn(left, key, isMap(value) ? copyOf(value) : value);
    }
    return left;
  }

  #at(key: string): Value | undefined {
    return this.#taken.has(key) ? undefined : (this.#parts.get(key) ?? getOwn(this.#native, key));
  }
}

function copyOf(map: ValueMap): ValueMap {
  const copy: ValueMap = {};
  for (const [key, value] of Object.entries(map)) setOwn(copy, key, isMap(value) ? copyOf(value) : value);
  return copy;
}

/** Removes a value from a map, together with maps that become empty. */
function takeFrom(map: ValueMap, path: readonly string[]): Value | undefined {
  const [key, ...deeper] = path;
  const value = key === undefined ? undefined : getOwn(map, key);
  if (key === undefined || value === undefined) return undefined;
  if (deeper.length === 0) {
    delete map[key];
    return value;
  }
  if (!isMap(value)) return undefined;
  const taken = takeFrom(value, deeper);
  if (taken !== undefined && Object.keys(value).length === 0) delete map[key];
  return taken;
}
