import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LiveServers } from '../../../src/cli/top/live-servers.ts';
import { RecentLog } from '../../../src/cli/top/recent-log.ts';
import type { TopServer } from '../../../src/cli/tui/top/top-server.ts';
import { Place } from '../../live/support/place.ts';

async function watch(place: Place): Promise<LiveServers> {
  const log = new RecentLog();
  const runtime = await place.open({ log: (entry) => log.add({ ...entry, time: place.host.now() }) });
  const source = new LiveServers(place.host, runtime, log);
  onTestFinished(() => source.close());
  await source.refreshParked();
  void runtime.manager.connectAll();
  return source;
}

/** Waits until a server is like this. */
async function becomes(source: LiveServers, name: string, wanted: Partial<TopServer>): Promise<TopServer> {
  return vi.waitFor(
    () => {
      const found = source.servers().find((server) => server.name === name);
      expect(found).toMatchObject(wanted);
      return found as TopServer;
    },
    { timeout: 30_000, interval: 10 },
  );
}

describe('the servers of a runtime on the screen', () => {
  it('are told about as they are', async () => {
    const place = new Place();
    place.own({
      odd: place.odd('odd'),
      gone: { command: 'no-such-program', args: ['--token', 'canary-1'] },
      off: { command: 'x', disabled: true },
    });
    place.shared({ theirs: { command: 'y' } });
    const source = await watch(place);
    expect(source.servers().map(({ name }) => name)).toEqual(['gone', 'odd', 'off', 'theirs']);
    const odd = await becomes(source, 'odd', { state: 'ready', pingMs: expect.any(Number) as number });
    await becomes(source, 'odd', { tools: expect.arrayContaining(['echo', 'die']) as string[] });
    expect(odd.log.map(({ text }) => text)).toContain('connected');
    const gone = await becomes(source, 'gone', { state: 'failed' });
    expect(gone.failure?.message).toContain('"no-such-program" was not found');
    expect(Object.fromEntries(gone.facts)).toMatchObject({ from: '~/.cursor/mcp.json (cursor, user)' });
    await becomes(source, 'off', { state: 'off', tools: undefined });
    const theirs = await becomes(source, 'theirs', { state: 'needs-approval' });
    expect(theirs.facts).toContainEqual(['approve', 'plugboard approve theirs']);
    expect(JSON.stringify(source.servers())).not.toContain('canary');
  });

  it('are the same list until something changes', async () => {
    const place = new Place();
    place.own({ odd: place.odd('odd') });
    const source = await watch(place);
    await becomes(source, 'odd', { state: 'ready', pingMs: expect.any(Number) as number });
    const listener = vi.fn<() => void>();
    const stop = source.subscribe(listener);
    const known = source.servers();
    expect(source.servers()).toBe(known);
    source.changed();
    expect(listener).toHaveBeenCalledOnce();
    expect(source.servers()).not.toBe(known);
    stop();
    source.changed();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('are connected anew, one without the others', async () => {
    const place = new Place();
    place.own({ a: place.odd('a'), b: place.odd('b') });
    const source = await watch(place);
    await becomes(source, 'a', { state: 'ready' });
    await becomes(source, 'b', { state: 'ready' });
    await source.reconnect('a');
    await becomes(source, 'a', { state: 'ready' });
    expect([place.count('a'), place.count('b')]).toEqual([2, 1]);
  });

  it('are switched off and on where they are defined, also where that takes them out of their file', async () => {
    const place = new Place();
    place.own({ a: place.odd('a'), b: place.odd('b') });
    const source = await watch(place);
    await becomes(source, 'a', { state: 'ready' });
    expect(await source.setEnabled('a', false)).toBe('a is disabled in cursor:user; undo with: plugboard undo');
    await becomes(source, 'a', { state: 'off' });
    const file = (): unknown => JSON.parse(readFileSync(place.path('.cursor/mcp.json'), 'utf8'));
    expect(file()).toMatchObject({ mcpServers: { b: {} } });
    expect(file()).not.toHaveProperty('mcpServers.a');
    expect(await source.setEnabled('a', true)).toContain('a is enabled in cursor:user');
    await becomes(source, 'a', { state: 'ready' });
    expect(place.count('b')).toBe(1);
    await expect(source.setEnabled('c', true)).rejects.toThrow('Server "c" no longer exists.');
  });
});

it('keeps only the newest lines, and no secrets', () => {
  const log = new RecentLog();
  for (let count = 0; count < 300; count += 1)
    log.add({ time: new Date(), level: 'info', server: 'a', message: `line ${count} token=canary-1` });
  expect(log.of('a')).toHaveLength(200);
  expect(log.of('a')[0]?.text).toContain('line 100');
  expect(JSON.stringify(log.of('a'))).not.toContain('canary');
  expect(log.of('b')).toEqual([]);
});
