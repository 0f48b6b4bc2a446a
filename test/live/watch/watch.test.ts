import { type FSWatcher, mkdirSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Runtime } from '../../../src/live/open-runtime.ts';
import type { WatchOptions } from '../../../src/live/watch/watch-files.ts';
import { watchRuntime } from '../../../src/live/watch/watch.ts';
import { until } from '../../runtime/support/processes.ts';
import { Place, statesOf, toolsOf } from '../support/place.ts';

async function watched(place: Place, options: WatchOptions = {}): Promise<Runtime> {
  const runtime = await place.open({ verify: 'all' });
  onTestFinished(watchRuntime(runtime, place.host, { quietMs: 20, anywayMs: 10 ** 8, ...options }));
  return runtime;
}

const areReady = (runtime: Runtime, ...names: string[]): boolean =>
  JSON.stringify(statesOf(runtime)) === JSON.stringify(Object.fromEntries(names.map((name) => [name, 'ready'])));

const ready = async (runtime: Runtime, ...names: string[]): Promise<void> =>
  until(() => areReady(runtime, ...names), `a runtime of ${names.join()}`);

/** Nothing can be heard. */
const deaf: WatchOptions = {
  lookMs: 20,
  watch: (): FSWatcher => {
    throw new Error('ENOSPC');
  },
};

describe.each([
  ['with a system that tells', {}],
  ['with a system that does not', deaf],
])('files that are watched, %s,', (_, options) => {
  it('start, restart and end the servers they are about, and no others', async () => {
    const place = new Place();
    const servers = { a: place.odd('a'), b: place.odd('b') };
    place.own(servers);
    const runtime = await watched(place, options);
    await ready(runtime, 'a', 'b');
    place.own({ ...servers, a: place.odd('a', { env: { MORE: '1' } }) });
    await until(() => place.count('a') === 2, 'a restart of a');
    await ready(runtime, 'b', 'a');
    place.own({ b: servers.b });
    await ready(runtime, 'b');
    expect(toolsOf(runtime, 'a')).toEqual([]);
    expect([place.count('a'), place.count('b')]).toEqual([2, 1]);
  });

  it('may lie in directories that are not there yet', async () => {
    const place = new Place();
    const runtime = await watched(place, options);
    expect(runtime.servers).toEqual([]);
    place.own({ a: place.odd('a') });
    await ready(runtime, 'a');
    rmSync(place.path('.cursor'), { recursive: true });
    await ready(runtime);
    place.own({ a: place.odd('a') });
    await ready(runtime, 'a');
  });
});

describe('a file that is watched', () => {
  it('may be written in place, and in several steps', async () => {
    const place = new Place();
    place.own({ a: place.odd('a') });
    const runtime = await watched(place);
    await ready(runtime, 'a');
    const text = JSON.stringify({ mcpServers: { a: place.odd('a'), b: place.odd('b') } });
    writeFileSync(place.path('.cursor/mcp.json'), text.slice(0, 50));
    await until(() => runtime.issues.length > 0, 'a look at half of the file');
    writeFileSync(place.path('.cursor/mcp.json'), text);
    await ready(runtime, 'a', 'b');
    expect(place.count('a')).toBe(1);
  });

  it('may be a link to a file elsewhere', async () => {
    const place = new Place();
    const servers = { a: place.odd('a') };
    place.write('dotfiles/mcp.json', { mcpServers: servers });
    mkdirSync(place.path('.cursor'));
    symlinkSync('../dotfiles/mcp.json', place.path('.cursor/mcp.json'));
    const runtime = await watched(place);
    await ready(runtime, 'a');
    place.write('dotfiles/mcp.json', { mcpServers: { ...servers, b: place.odd('b') } });
    await ready(runtime, 'a', 'b');
  });

  it('is still watched when its directory is replaced', async () => {
    const place = new Place();
    place.own({ a: place.odd('a') });
    const runtime = await watched(place);
    await ready(runtime, 'a');
    place.write('fresh/mcp.json', { mcpServers: { b: place.odd('b') } });
    renameSync(place.path('.cursor'), place.path('old'));
    renameSync(place.path('fresh'), place.path('.cursor'));
    await ready(runtime, 'b');
    place.own({ c: place.odd('c') });
    await ready(runtime, 'c');
  });

  it('may be the list of what was approved', async () => {
    const place = new Place();
    place.shared({ a: place.odd('a') });
    const runtime = await watched(place);
    await until(() => statesOf(runtime)['a'] === 'needs-approval', 'a question');
    // As another process does it.
    const other = await place.open();
    const [server] = other.servers;
    if (!server) throw new Error('not found');
    await other.approvals.approve(server);
    await ready(runtime, 'a');
  });
});

it('polls for changes that are not reported', async () => {
  const place = new Place();
  place.own({});
  // Listens somewhere else.
  const silent = (): FSWatcher => watch(place.project, { persistent: false });
  const runtime = await watched(place, { watch: silent, anywayMs: 20 });
  place.own({ a: place.odd('a') });
  await ready(runtime, 'a');
});

it('is over with the runtime, or when it is stopped', async () => {
  const place = new Place();
  place.own({});
  const watchers = new Set<FSWatcher>();
  const counting: WatchOptions = {
    quietMs: 0,
    watch: (directory, listener) => {
      const watcher = watch(directory, listener);
      watchers.add(watcher);
      return watcher.on('close', () => watchers.delete(watcher));
    },
  };
  const stopped = await place.open();
  const stop = watchRuntime(stopped, place.host, counting);
  expect(watchers.size).toBeGreaterThan(1);
  stop();
  await until(() => watchers.size === 0, 'the end of all watchers');
  const closed = await place.open();
  watchRuntime(closed, place.host, counting);
  expect(watchers.size).toBeGreaterThan(1);
  await closed.close();
  await until(() => watchers.size === 0, 'the end of all watchers');
});
