import { expect, it } from 'vitest';
import type { KeyValueCache } from '../../../src/runtime/types.ts';
import { call, connectionTo, ours } from '../support/managed.ts';
import { newMarker, processesWith } from '../support/processes.ts';

type Kept = Map<string, unknown>;

function eras(kept: Kept): KeyValueCache {
  return { read: async (key) => kept.get(key), write: async (key, value) => void kept.set(key, value) };
}

it('finds out that a server is of the modern era only, and remembers it', async () => {
  const kept: Kept = new Map();
  const marker = newMarker();
  const server = ours('modern only', {}, marker);
  const connection = connectionTo(server, { eras: eras(kept) });
  const session = await connection.ready();
  expect(session.info).toMatchObject({ era: 'modern', protocol: '2026-07-28', capabilities: { tools: {} } });
  expect(processesWith(marker)).toHaveLength(1);
  expect([...kept.values()]).toEqual([{ era: 'modern', at: expect.any(Number) }]);
  expect([...kept.keys()].join()).toMatch(/^era-\w{64}$/);
});

it('speaks the modern way with it, and hands its results on unchanged', async () => {
  const session = await connectionTo(ours('modern only')).ready();
  expect(JSON.parse(await call(session, 'echo', { a: 1 }))).toEqual({
    args: { a: 1 },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'plugboard-test', version: '0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
  await expect(session.request('tools/call', { name: 'strange' })).resolves.toMatchObject({
    content: [{ type: 'hologram', beams: 3 }],
    'x-unknown': { deep: [1, { a: null }] },
  });
  await expect(session.listAll('tools')).resolves.toHaveLength(2);
});

it('corrects what it remembers when a server has changed its mind', async () => {
  const kept: Kept = new Map();
  const remembering: KeyValueCache = { ...eras(kept), read: async () => ({ era: 'modern', at: Date.now() }) };
  const session = await connectionTo(ours('polite'), { eras: remembering }).ready();
  expect(session.info.era).toBe('legacy');
  expect([...kept.values()]).toEqual([{ era: 'legacy', at: expect.any(Number) }]);
});

it('does without a memory that fails', async () => {
  const broken = async (): Promise<never> => {
    throw new Error('The disk is full.');
  };
  const session = await connectionTo(ours('modern only'), { eras: { read: broken, write: broken } }).ready();
  expect(session.info.era).toBe('modern');
});
