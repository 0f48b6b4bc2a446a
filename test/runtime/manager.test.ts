import { expect, it } from 'vitest';
import type { ServerToRun } from '../../src/runtime/types.ts';
import { manage, ours } from './support/managed.ts';
import { newMarker, processesWith } from './support/processes.ts';

const named = (name: string, server: ServerToRun): ServerToRun => ({ ...server, name });

it('starts nothing by itself, and never a disabled server', async () => {
  const manager = manage([ours('polite'), named('off', ours('polite', { disabled: true }))]);
  expect(Array.from(manager.connections.values(), ({ name, state }) => [name, state.name])).toEqual([
    ['polite', 'idle'],
  ]);
});

it('does not reject because of one server', async () => {
  const manager = manage([
    ours('polite'),
    ours('dies at start', { retries: 0 }),
    ours('silent', { timeout: 0.5, retries: 0 }),
  ]);
  await expect(manager.connectAll()).resolves.toBeUndefined();
  const states = Array.from(manager.connections.values(), ({ state }) => state.name);
  expect(states).toEqual(['ready', 'failed', 'failed']);
});

it('does not let servers that hang keep the others waiting', async () => {
  const hanging = Array.from({ length: 4 }, (_, index) => named(`hanging-${index}`, ours('silent', { retries: 0 })));
  const manager = manage([...hanging, ours('polite')], { concurrency: 2 });
  const all = manager.connectAll();
  await manager.connections.get('polite')?.ready();
  expect(hanging.map(({ name }) => manager.connections.get(name)?.state.name)).not.toContain('failed');
  await manager.close();
  await all;
});

it('starts only so many programs at a time', async () => {
  const marker = newMarker();
  const servers = Array.from({ length: 6 }, (_, index) => named(`${index}`, ours('polite', {}, marker)));
  const manager = manage(servers, { concurrency: 2 });
  let most = 0;
  const all = manager.connectAll();
  const look = setInterval(() => {
    const ready = Array.from(manager.connections.values()).filter(({ state }) => state.name === 'ready').length;
    most = Math.max(most, processesWith(marker).length - ready);
  }, 5);
  await all;
  clearInterval(look);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
});

it('restarts only what has changed', async () => {
  const marker = newMarker();
  const same = named('same', ours('polite'));
  const changed = named('changed', ours('polite', {}, `${marker}-old`));
  const manager = manage([
    same,
    changed,
    named('gone', ours('polite', {}, `${marker}-gone`)),
    named('idle', ours('polite')),
  ]);
  for (const name of ['changed', 'gone']) await manager.connections.get(name)?.connect();
  const kept = await manager.connections.get('same')?.ready();
  await manager.replace([
    structuredClone(same),
    named('changed', ours('polite', {}, `${marker}-new`)),
    named('idle', ours('polite', { timeout: 20 })),
    named('new', ours('polite')),
  ]);
  expect(Array.from(manager.connections.values(), ({ name, state }) => [name, state.name])).toEqual([
    ['same', 'ready'],
    ['changed', 'ready'],
    ['idle', 'idle'],
    ['new', 'idle'],
  ]);
  await expect(manager.connections.get('same')?.ready()).resolves.toBe(kept);
  expect(processesWith(`${marker}-old`)).toEqual([]);
  expect(processesWith(`${marker}-gone`)).toEqual([]);
  expect(processesWith(`${marker}-new`)).toHaveLength(1);
});
