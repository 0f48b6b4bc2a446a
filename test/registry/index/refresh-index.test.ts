import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Asking } from '../../../src/registry/api/ask-registry.ts';
import type { IndexPlace } from '../../../src/registry/index/index-place.ts';
import { readManifest } from '../../../src/registry/index/manifest.ts';
import { refreshIndex } from '../../../src/registry/index/refresh-index.ts';
import { DamagedIndex, findEntry, openIndex } from '../../../src/registry/index/registry-index.ts';
import { searchIndex } from '../../../src/registry/index/search-index.ts';
import { type RegistryServer, registryServer } from '../support/registry-server.ts';
import { type Listed, listed } from '../support/sample-servers.ts';

interface Here {
  readonly place: IndexPlace & { readonly files: Map<string, Uint8Array> };
  readonly registry: RegistryServer;
  readonly waits: number[];
  refresh(more?: Partial<Asking>, process?: number): ReturnType<typeof refreshIndex>;
  names(query?: string): Promise<string[]>;
}

function memoryPlace(): Here['place'] {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    read: async (name) => files.get(name),
    write: async (name, bytes) => void files.set(name, bytes),
    remove: async (name) => void files.delete(name),
    names: async () => [...files.keys()],
  };
}

const number = (index: number): string => String(index).padStart(3, '0');
const many = (count: number, more: Record<string, unknown> = {}): Listed[] =>
  Array.from({ length: count }, (_, index) => listed(`com.example/server-${number(index)}`, more));

async function here(entries: readonly Listed[]): Promise<Here> {
  const [registry, place, waits] = [await registryServer(entries), memoryPlace(), [] as number[]];
  let now = Date.parse('2026-11-01T00:00:00Z');
  return {
    place,
    registry,
    waits,
    async refresh(more, process = 1) {
      now += 60_000;
      const asking: Asking = { fetch, delay: async (ms) => void waits.push(ms), ...more };
      return refreshIndex(place, registry.url, { asking, now: new Date(now), process });
    },
    async names(query = '') {
      const index = await openIndex(place, registry.url);
      if (!index) return [];
      return searchIndex(index, query, { limit: 1000 }).hits.map(({ name }) => name);
    },
  };
}

test('a fill that was interrupted goes on where it stopped', async () => {
  const { refresh, registry, names, place } = await here(many(950));
  let pages = 0;
  registry.intercept = (_, response) => (pages += 1) > 4 && response.writeHead(400).destroy() !== undefined;
  await expect(refresh()).rejects.toMatchObject({ problem: 'unreachable' });
  expect(await names()).toEqual([]);
  registry.intercept = undefined;
  registry.asked.length = 0;
  await refresh();
  expect(registry.asked).toHaveLength(6);
  expect(await names()).toHaveLength(950);
  expect([...place.files.keys()].filter((name) => name.startsWith('page-'))).toEqual([]);
});

test('later only changes are asked for, and nothing is built if there are none', async () => {
  const { refresh, registry, names } = await here(many(150, { version: '1.0.0' }));
  const first = await refresh();
  registry.asked.length = 0;
  const second = await refresh();
  const third = await refresh();
  expect(registry.asked.every((one) => one.includes(`updated_since=${first.since}`))).toBe(true);
  expect(registry.asked).toHaveLength(2);
  expect([second.generation, third.generation]).toEqual([first.generation, first.generation]);
  expect(second.etag).toBe(third.etag);
  const updatedAt = new Date().toISOString();
  registry.entries = [
    ...many(149),
    listed('com.example/server-000', { version: '2.0.0', title: 'Changed' }, { updatedAt }),
    listed('com.example/server-149', {}, { updatedAt, status: 'deleted' }),
    listed('com.example/added', {}, { updatedAt }),
  ].filter(({ server }) => server.name !== 'com.example/server-000' || server.version === '2.0.0');
  await refresh();
  expect(await names('changed')).toEqual(['com.example/server-000']);
  expect(await names('added')).toEqual(['com.example/added']);
  expect(await names('server-149')).toEqual([]);
  expect(await names()).toHaveLength(150);
});

test('a withdrawn version gives way to the one that is the latest now', async () => {
  const name = 'com.example/server';
  const { refresh, registry, place } = await here([listed(name, { version: '2.0.0' })]);
  await refresh();
  const updatedAt = new Date().toISOString();
  registry.entries = [
    listed(name, { version: '1.0.0' }),
    listed(name, { version: '2.0.0' }, { updatedAt, status: 'deleted', isLatest: false }),
  ];
  await refresh();
  const index = await openIndex(place, registry.url);
  expect(index && (await findEntry(index, name))).toMatchObject({ server: { version: '1.0.0' }, status: 'active' });
  expect(index?.withdrawn(name, '2.0.0')).toBe('deleted');
});

test('429 and 5xx are tried again after the time that the registry asks for', async () => {
  const { refresh, registry, waits, names } = await here(many(3));
  const answers = [
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503, headers: {} },
    { status: 500, headers: {} },
  ];
  registry.intercept = (_, response) => {
    const next = answers[registry.asked.length - 1];
    if (next) response.writeHead(next.status, next.headers).end();
    return next !== undefined;
  };
  await refresh();
  expect(waits).toEqual([7000, 1000, 2000]);
  expect(await names()).toHaveLength(3);
});

const broken: readonly (readonly [string, string, (response: ServerResponse) => void])[] = [
  ['an error', 'status', (response) => response.writeHead(500).end()],
  ['a long wait', 'rate-limited', (response) => response.writeHead(429, { 'retry-after': '86400' }).end()],
  ['a page that is not JSON', 'malformed', (response) => response.writeHead(200).end('<html>')],
  ['no list', 'malformed', (response) => response.writeHead(200).end('{"servers":{}}')],
  ['a huge answer', 'too-large', (response) => response.writeHead(200).end('['.repeat(300_000))],
  ['half an answer', 'unreachable', (response) => response.writeHead(200).write('{"serv', () => response.destroy())],
  ['no answer', 'timeout', () => undefined],
  ['a slow answer', 'timeout', (response) => response.writeHead(200).write('{"serv')],
  ['another origin', 'redirected', (response) => response.writeHead(302, { location: 'https://evil.test/' }).end()],
  ['a circle', 'redirected', (response) => response.writeHead(302, { location: '/v0.1/servers' }).end()],
  ['a file', 'redirected', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
];

test.each(broken)('the old index survives %s', async (_, problem, answer) => {
  const { refresh, registry, names } = await here(many(3));
  await refresh();
  registry.intercept = (__, response) => (answer(response), true);
  await expect(refresh({ mostBytes: 200_000, patience: 250 })).rejects.toMatchObject({ problem });
  expect(await names()).toHaveLength(3);
});

test('paging that never ends is an error', async () => {
  const { refresh, registry, names } = await here([]);
  registry.intercept = (_, response) => {
    response.writeHead(200).end(JSON.stringify({ servers: many(1), metadata: { nextCursor: 'again' } }));
    return true;
  };
  await expect(refresh()).rejects.toMatchObject({ problem: 'endless' });
  expect(registry.asked).toHaveLength(2);
  expect(await names()).toEqual([]);
  // No page is kept: the next try asks again.
  await expect(refresh()).rejects.toMatchObject({ problem: 'endless' });
  expect(registry.asked).toHaveLength(4);
});

test('documents that do not match the schema are left out and counted', async () => {
  const bad = [
    listed('no-slash'),
    listed('com.example/\u001b[31mred'),
    listed('com.example/huge', { description: 'x'.repeat(200) }),
    listed('com.example/large', { 'x-more': 'x'.repeat(70_000) }),
    listed('com.example/package', { packages: [{ registryType: 'npm' }] }),
    listed('com.example/latest', {
      packages: [{ registryType: 'npm', identifier: 'a', version: 'latest', transport: { type: 'stdio' } }],
    }),
  ];
  const strange = listed('com.example/strange', { title: 'Tab\tand\nline \u202e', description: 'fine \u0000' });
  const { refresh, names } = await here([...bad, strange, ...many(2)]);
  expect((await refresh()).invalid).toBe(6);
  expect(await names()).toEqual(['com.example/strange', 'com.example/server-000', 'com.example/server-001']);
  expect(await names('tab line')).toEqual(['com.example/strange']);
});

test('two processes that fill at once do no damage', async () => {
  const { refresh, registry, names, place } = await here(many(450));
  await Promise.all([refresh({}, 1), refresh({}, 2), refresh({}, 3)]);
  expect(await names()).toHaveLength(450);
  const updatedAt = new Date().toISOString();
  registry.entries = many(450).map((one, index) =>
    index % 7 === 0 ? listed(one.server.name, { title: 'New' }, { updatedAt }) : one,
  );
  await Promise.all([refresh({}, 1), refresh({}, 2)]);
  const index = await openIndex(place, registry.url);
  const entries = await Promise.all(Array.from({ length: 450 }, async (_, ordinal) => index?.entry(ordinal)));
  expect(entries.filter((entry) => entry?.server.title === 'New')).toHaveLength(65);
});

test.each(['search', 'documents-0', 'manifest'])('a damaged index is noticed: %s', async (part) => {
  const { refresh, place, registry } = await here(many(3));
  await refresh();
  const name = [...place.files.keys()].find((one) => one.includes(part)) ?? '';
  place.files.set(name, (place.files.get(name) ?? Buffer.from('')).subarray(0, 20));
  const index = await openIndex(place, registry.url);
  if (part === 'documents-0') await expect(index?.entry(0)).rejects.toBeInstanceOf(DamagedIndex);
  else expect(index).toBeUndefined();
});

test('an index of another registry is not used', async () => {
  const { refresh, place } = await here(many(1));
  await refresh();
  expect(await readManifest(place, 'https://other.test')).toBeUndefined();
});
