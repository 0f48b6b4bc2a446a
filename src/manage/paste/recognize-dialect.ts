import { nameKeys, ownKeysOf, readEntry, vocabularyOf } from '../../clients/read-entry.ts';
import { clients, type ClientId } from '../../clients/registry.ts';
import type { Client, Shape } from '../../clients/types.ts';
import type { FormatId } from '../../formats/types.ts';
import { canonicalFields } from '../../model/fields/canonical-fields.ts';
import { inferTransport, type Server, transports } from '../../model/server.ts';
import { getOwn, isMap, type Path, type Value, type ValueMap } from '../../model/value.ts';
import { kindOf } from '../../validate/field-types.ts';
import type { Group } from './find-servers.ts';
import { isWholeLine, splitCommand } from './split-command.ts';

export interface Dialect {
  readonly id: ClientId;
  readonly client: Client;
  readonly shape: Shape;
}

/** Weight of each sign that a client would misread the text. */
const weights = {
  unusable: 100,
  otherContainer: 60,
  otherTransport: 20,
  unknownKey: 10,
  plainReference: 10,
  otherThanSaid: 8,
  otherFormat: 5,
  oddTimeout: 4,
  bareReference: 3,
  missingType: 3,
  guessedSse: 3,
  ignoredKey: 2,
  ownKey: 2,
  canonicalKey: 1,
  wholeLine: 1,
  otherWord: 1,
} as const;

/** Enough entries to recognize the dialect. */
const SAMPLE = 20;

const rankOf = (id: ClientId): number => clients[id].paste?.rank ?? Number.MAX_VALUE;

/** Every dialect, the likeliest first. */
export const dialects: readonly Dialect[] = (Object.keys(clients) as ClientId[])
  .toSorted((a, b) => rankOf(a) - rankOf(b))
  // A client's last shape is the usual one.
  .flatMap((id) => clients[id].shapes.toReversed().map((shape) => ({ id, client: clients[id], shape })));

/** Transport names that only some clients use. */
const signatures = new Set(dialects.flatMap(({ client }) => client.paste?.transportWords ?? []));

/** Returns the client that understands most of the text. `said` is the client the text claims to be for. */
export function recognizeDialect(group: Group, format: FormatId, said?: ClientId): Dialect {
  let best: { dialect: Dialect; misfit: number } | undefined;
  // Ignoring an unknown key is not understanding it.
  const sample = group.entries.slice(0, SAMPLE).map(({ native }) => ({ native, isOpen: !hasKnownTransport(native) }));
  for (const dialect of dialects) {
    const misfit = misfitOf(dialect, group, sample, format) + (said && said !== dialect.id ? weights.otherThanSaid : 0);
    if (best === undefined || misfit < best.misfit) best = { dialect, misfit };
  }
  return best?.dialect as Dialect;
}

interface Sampled {
  readonly native: ValueMap;
  /** Its transport is one that no client knows. */
  readonly isOpen: boolean;
}

function misfitOf({ id, client, shape }: Dialect, group: Group, sample: readonly Sampled[], format: FormatId): number {
  let misfit = 0;
  const places = [shape.at, client.paste?.olderContainer ?? []];
  if (group.container && !places.some((at) => isSame(at, group.container ?? []))) misfit += weights.otherContainer;
  if ((shape.listBy !== undefined) !== group.isList) misfit += weights.otherContainer;
  if (!client.locations.some((location) => family(location.format) === family(format))) misfit += weights.otherFormat;
  for (const one of sample) misfit += entryMisfit(id, client, shape, one) / sample.length;
  return misfit;
}

function entryMisfit(id: ClientId, client: Client, shape: Shape, { native, isOpen }: Sampled): number {
  if (shape.isServer?.(native) === false) return weights.unusable;
  const { server, ignored } = readEntry(client, shape, native);
  return (
    (isOpen ? weights.unusable : targetMisfit(client, server)) +
    keysMisfit(client, shape, native, server) +
    ignored.length * weights.ignoredKey +
    referencesMisfit(server) +
    (isOdd(server.timeout) ? weights.oddTimeout : 0) +
    (lacksType(shape, native, server) ? weights.missingType : 0) +
    (server.transport === 'sse' && !Object.values(native).includes('sse') ? weights.guessedSse : 0) +
    (isWholeLine(splitCommand(server, id)) ? weights.wholeLine : 0) +
    (isWordOfAnother(client, native) ? weights.otherWord : 0)
  );
}

function targetMisfit(client: Client, server: Server): number {
  const transport = inferTransport(server);
  const target: unknown = transport === 'stdio' ? server.command : server.url;
  const known = server.transport === undefined || transports.includes(server.transport);
  if (!known || typeof target !== 'string') return weights.unusable;
  return client.transports.includes(transport) ? 0 : weights.otherTransport;
}

function keysMisfit(client: Client, shape: Shape, native: ValueMap, server: Server): number {
  const aside = server.extras?.[client.id];
  const kept = Object.keys(isMap(aside) ? aside : {}).filter((key) => Object.hasOwn(native, key));
  const own = kept.filter((key) => ownKeysOf(client).includes(key)).length;
  const left = leftKeys(client, shape, native);
  const unknown = unknownKeys(client, shape, native, server);
  // A known key with unread parts counts as unknown.
  const half = kept.filter((key) => !left.includes(key)).length - own;
  return (
    (unknown.length + half) * weights.unknownKey +
    (left.length - unknown.length) * weights.canonicalKey +
    own * weights.ownKey
  );
}

/** Keys of an entry unknown to the client and to us. */
export function unknownKeys(client: Client, shape: Shape, native: ValueMap, server: Server): string[] {
  return leftKeys(client, shape, native).filter(
    (key) => !Object.hasOwn(canonicalFields, key) || !Object.hasOwn(server, key),
  );
}

function leftKeys(client: Client, shape: Shape, native: ValueMap): string[] {
  const known = vocabularyOf(client, shape);
  const habits = ['disabled', 'enabled', 'extras', 'name', ...nameKeys(shape), ...Object.keys(client.ignores ?? {})];
  return Object.keys(native).filter((key) => !known.has(key) && !habits.includes(key));
}

const FOREIGN_REFERENCE = /\$\{env:|\{env:\w|\$env:\w|\$\{input:|\$\{\{\s?secrets\./;
const BARE_REFERENCE = /(?:^|[\s"])\$[A-Z_][A-Z0-9_]*(?:$|[\s"])/;

/** References that the client would not expand. */
function referencesMisfit({ command, args, env, cwd, url, headers }: Server): number {
  const text = JSON.stringify([command, args, env, cwd, url, headers]);
  if (!text.includes('$') && !text.includes('{env:')) return 0;
  if (FOREIGN_REFERENCE.test(text)) return weights.plainReference;
  return BARE_REFERENCE.test(text) ? weights.bareReference : 0;
}

/** A timeout under a second, of 1.8 seconds or of 2500 seconds is implausible: the number is in the other unit. */
function isOdd(timeout: unknown): boolean {
  if (typeof timeout !== 'number') return false;
  return timeout < 1 || timeout > 10_000 || (timeout > 900 && timeout % 600 !== 0) || !Number.isInteger(timeout * 2);
}

/** A transport that neither this client nor any other knows is ambiguous. */
export function unknownTransport(
  { shape }: Dialect,
  native: ValueMap,
): { readonly key: string; readonly shown: string } | undefined {
  const read = shape.lenses.filter(({ fields }) => fields.includes('transport')).flatMap(({ keys }) => keys);
  const key = transportKeys.find((one) => Object.hasOwn(native, one) && !read.includes(one));
  const word = key === undefined ? undefined : native[key];
  if (key === undefined || word === undefined || isMap(word) || isTransportWord(key, word)) return undefined;
  return { key, shown: typeof word === 'string' ? JSON.stringify(word) : kindOf(word) };
}

/** Keys in which people write the transport. */
const transportKeys = ['type', 'transport'];

function hasKnownTransport(native: ValueMap): boolean {
  return transportKeys.every((key) => {
    const word = getOwn(native, key);
    return word === undefined || isMap(word) || isTransportWord(key, word);
  });
}

function isTransportWord(key: string, word: Value): boolean {
  return dialects.some(({ client, shape }) => {
    const { transport } = readEntry(client, shape, { [key]: word }).server;
    return transport !== undefined && transports.includes(transport);
  });
}

function lacksType(shape: Shape, native: ValueMap, { url }: Server): boolean {
  const lens = shape.lenses.find(({ required }) => required !== undefined);
  if (!lens || lens.keys.some((key) => Object.hasOwn(native, key))) return false;
  return lens.required === 'always' || url !== undefined;
}

function isWordOfAnother({ paste }: Client, { type }: ValueMap): boolean {
  return typeof type === 'string' && signatures.has(type) && !paste?.transportWords?.includes(type);
}

function isSame(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

function family(format: FormatId): FormatId {
  return format === 'jsonc' ? 'json' : format;
}
