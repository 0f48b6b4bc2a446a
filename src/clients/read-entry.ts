import type { Server } from '../model/server.ts';
import { getOwn, isMap, type Path, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { canonicalFields } from './canonical-fields.ts';
import { readReferences } from './native-references.ts';
import type { Client, EntryReader, Shape } from './types.ts';

export interface ReadEntry {
  readonly server: Server;
  /** Native keys that stand in the entry although the client does not act on them. */
  readonly ignored: readonly string[];
  /** The client itself takes it for off. `server.disabled` also says so when the client ignores the key that does. */
  readonly off: boolean;
  /** Values of the wrong kind that the server does not show. */
  readonly flaws: readonly NativeFlaw[];
  /** Whether the entry leaves open which of http and sse its address speaks; it is read as http then. */
  readonly isKindOpen: boolean;
}

export interface NativeFlaw {
  /** From the entry to the value. */
  readonly path: Path;
  readonly expected: string;
  readonly value: Value;
}

/** Words for the switch that people write by habit, whether the client knows them or not. */
export const habitualSwitches: readonly string[] = ['disabled', 'enabled'];

/** Shared by the many entries that have none. */
const noFlaws: readonly NativeFlaw[] = [];

/** A native entry as a canonical server. Wrong kinds of values are passed on for validation to report. */
export function readEntry(client: Client, shape: Shape, native: ValueMap): ReadEntry {
  const rest = new Rest(native);
  const server: Server = {};
  let flaws = noFlaws;
  let isKindOpen = false;
  const reader: EntryReader = {
    take: (key, ...deeper) => rest.take(key, deeper),
    peek: (...path) => rest.peek(path),
    has: (key) => Object.hasOwn(native, key),
    wrong(path, expected, value) {
      flaws = [...flaws, { path, expected, value }];
    },
    leaveKindOpen() {
      isKindOpen = true;
    },
    canonical: (value) => readReferences(client.references, value),
  };
  for (const key of nameKeys(shape)) reader.take(key);
  for (const lens of shape.lenses) lens.read(reader, server);
  const off = server.disabled === true;
  if (server.url !== undefined && server.transport === undefined) isKindOpen = !client.verbatim;
  const left = rest.left();
  const ignored = Object.keys(left).filter((key) => isIgnored(client, key));
  readHabitualSwitch(left, server);
  keepRest(client, shape, left, server);
  return {
    server: client.quirks?.afterRead?.(server) ?? server,
    ignored,
    off,
    flaws,
    isKindOpen: isKindOpen && client.transports.includes('sse'),
  };
}

function isIgnored(client: Client, key: string): boolean {
  return habitualSwitches.includes(key) || Object.hasOwn(client.ignores ?? {}, key);
}

/** Keys of an entry that the client ignores and that say the opposite of on or off to people and to other clients. */
export function contradictingSwitches(
  { ignored, native }: Pick<ReadEntry, 'ignored'> & { readonly native: ValueMap },
  off: boolean,
): string[] {
  const says = (key: string): Value | undefined => getOwn(native, key);
  return ignored.filter((key) => habitualSwitches.includes(key) && says(key) === (key === 'disabled' ? !off : off));
}

/** These switches mean off even where the client does not listen. */
function readHabitualSwitch(rest: ValueMap, server: Server): void {
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

/** What no lens has taken: the client's own keys go under its name, everything else stays an unknown field. */
function keepRest(client: Client, shape: Shape, rest: ValueMap, server: Server): void {
  if (Object.keys(rest).length === 0) return;
  const vocabulary = vocabularyOf(client, shape);
  const own: ValueMap = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key === 'extras' && isMap(value)) server.extras = { ...value, ...server.extras };
    else if (vocabulary.has(key) || (Object.hasOwn(canonicalFields, key) && !fits(key, value))) setOwn(own, key, value);
    else setOwn(Object.hasOwn(server, key) ? own : (server as ValueMap), key, value);
  }
  if (Object.keys(own).length > 0) server.extras = { ...server.extras, [client.id]: own };
}

/** Keys of an entry that hold nothing but its name. */
export function nameKeys({ listBy, nameKey }: Shape): string[] {
  return [listBy, nameKey].filter((key) => key !== undefined);
}

/** Native words with a meaning of their own: they must never come from another client's unknown field. */
export function vocabularyOf(client: Client, shape: Shape): Set<string> {
  return new Set([...shape.lenses.flatMap((lens) => lens.keys), ...(client.ownKeys ?? [])]);
}

/** Whether an unclaimed native value can be the canonical field of the same name. */
function fits(field: string, value: Value): boolean {
  if (field === 'tools' || field === 'auth' || field === 'extras') return isMap(value);
  if (field === 'platforms') return Array.isArray(value);
  return true;
}

/** What of an entry nobody has taken yet. The entry itself stays as it is; only maps of which a part is taken are copied. */
class Rest {
  readonly #native: ValueMap;
  readonly #taken = new Set<string>();
  /** Maps without the parts that have been taken. */
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

/** Takes a value out of a map, and with it the maps that this leaves empty. */
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
