import { expect, it } from 'vitest';
import { eraMemory } from '../../../src/runtime/connect/era-memory.ts';
import type { ResolvedServer } from '../../../src/runtime/types.ts';

const DAY = 24 * 60 * 60 * 1000;
const remote: ResolvedServer = {
  transport: 'http',
  args: [],
  env: {},
  headers: {},
  url: 'https://me:x@example.com/mcp?key=1',
};
const local: ResolvedServer = { transport: 'stdio', command: 'npx', args: ['-y', 'one@1'], env: {}, headers: {} };

function cache(): {
  kept: Map<string, unknown>;
  read: (key: string) => Promise<unknown>;
  write: (key: string, value: unknown) => Promise<void>;
} {
  const kept = new Map<string, unknown>();
  return { kept, read: async (key) => kept.get(key), write: async (key, value) => void kept.set(key, value) };
}

it('forgets the older era after a week, the modern one never', async () => {
  let now = 0;
  const memory = eraMemory(cache(), local, () => now);
  await expect(memory.recall()).resolves.toBeUndefined();
  await memory.note('legacy');
  now = 7 * DAY - 1;
  await expect(memory.recall()).resolves.toBe('legacy');
  now = 7 * DAY;
  await expect(memory.recall()).resolves.toBeUndefined();
  await memory.note('modern');
  now = 100 * DAY;
  await expect(memory.recall()).resolves.toBe('modern');
});

it('depends on the command or URL, not on the caller', async () => {
  const kept = cache();
  await eraMemory(kept, local, Date.now).note('modern');
  const recall = async (server: ResolvedServer): Promise<unknown> => eraMemory(kept, server, Date.now).recall();
  await expect(recall({ ...local, env: { TOKEN: 'x' } })).resolves.toBe('modern');
  await expect(recall({ ...local, args: ['-y', 'one@2'] })).resolves.toBeUndefined();
  await eraMemory(kept, remote, Date.now).note('legacy');
  await expect(recall({ ...remote, url: 'https://example.com/mcp?key=2' })).resolves.toBe('legacy');
  await expect(recall({ ...remote, url: 'https://example.com/other' })).resolves.toBeUndefined();
});

it('takes nonsense for nothing', async () => {
  const memory = eraMemory({ read: async () => ['legacy'], write: async () => {} }, local, Date.now);
  await expect(memory.recall()).resolves.toBeUndefined();
});
