import { containerPath, locationOf, shapeOf } from '../../../../src/clients/read-document.ts';
import { ownKeysOf } from '../../../../src/clients/read-entry.ts';
import { clients } from '../../../../src/clients/registry.ts';
import type { Client, Place } from '../../../../src/clients/types.ts';
import { writeEntry } from '../../../../src/clients/write-entry.ts';
import { applyEdits } from '../../../../src/formats/edit-list.ts';
import { setValue } from '../../../../src/formats/edit.ts';
import { loadFormat } from '../../../../src/formats/index.ts';
import type { Format, FormatId } from '../../../../src/formats/types.ts';
import { placeFor } from '../../../../src/manage/translation/read-source.ts';
import type { Server } from '../../../../src/model/server.ts';
import { setOwn, type Value, type ValueMap } from '../../../../src/model/value.ts';

export const all: readonly Client[] = Object.values(clients);

const formats = new Map<FormatId, Format>();
for (const id of ['json', 'jsonc', 'toml', 'yaml'] as const) formats.set(id, await loadFormat(id));

export function placeIn(client: Client): Place {
  return placeFor(client, {});
}

const started: Server = { transport: 'stdio', command: 'run', args: ['-y'], env: { A: 'b' } };
const reached: Server = { transport: 'http', url: 'https://example.com/mcp', headers: { 'X-Key': 'k' } };

/** A started and a reached server as the client writes them; those that it cannot use are left out. */
export function soundEntries(client: Client): ValueMap[] {
  const shape = shapeOf(client, undefined);
  return [started, reached].flatMap((server) => {
    const { native } = writeEntry(client, shape, 'sound', server, placeIn(client));
    return native ? [native] : [];
  });
}

/** A document of the client with these entries; undefined where its format cannot hold one of them. */
export function textOf(client: Client, entries: readonly (readonly [string, Value])[]): string | undefined {
  const place = placeIn(client);
  const shape = shapeOf(client, undefined);
  const format = formats.get(locationOf(client, place)?.format ?? 'json') as Format;
  const named: ValueMap = {};
  for (const [name, value] of entries) setOwn(named, name, value);
  const container =
    shape.listBy === undefined ? named : entries.map(([name, value]) => inList(shape.listBy, name, value));
  try {
    return applyEdits('', setValue(format, '', containerPath(client, shape, place), container));
  } catch {
    return undefined;
  }
}

function inList(key: string | undefined, name: string, value: Value): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...(value as ValueMap), [key ?? 'name']: name }
    : value;
}

/** Values that are wrong for one field or another. */
export const oddValues: readonly Value[] = [
  5,
  0,
  0.5,
  1e9,
  -1,
  true,
  false,
  null,
  '',
  'ws',
  [],
  ['x', 'y'],
  [5],
  [null],
  [['x']],
  {},
  { N: 1 },
  { N: true },
  { N: null },
  { N: ['x'] },
  JSON.parse('{"__proto__": "x", "constructor": 5}') as Value,
];

/** Native keys of an entry, and those that people bring along from other clients. */
export function keysOf(client: Client): string[] {
  const { lenses } = shapeOf(client, undefined);
  const habitual = ['type', 'transport', 'command', 'args', 'env', 'url', 'headers', 'cwd', 'timeout', 'retries'];
  const canonical = ['platforms', 'auth', 'tools', 'title', 'description', 'extras', 'enabled', 'disabled', 'name'];
  return [
    ...new Set([...lenses.flatMap(({ keys }) => keys), ...ownKeysOf(client), ...habitual, ...canonical, 'future']),
  ];
}
