import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../src/runtime/connection.ts';
import type { ServerToRun } from '../../src/runtime/types.ts';
import { modern, sseOnly, startHttp, withSessions } from './servers/http.mjs';
import { call, connectionTo, manage, messageOf, ours, serverFile } from './support/managed.ts';
import { newMarker, processesWith, until } from './support/processes.ts';
import { startHost } from './support/start-host.ts';

const isWindows = process.platform === 'win32';

describe.skipIf(isWindows)('closing a connection', () => {
  it.each(['polite', 'silent', 'stubborn', 'forks'])('leaves nothing of a server that is %s', async (behavior) => {
    const marker = newMarker();
    const connection = connectionTo(ours(behavior, { timeout: 0.5, retries: 0 }, marker));
    await connection.connect().catch(() => {});
    await connection.close();
    expect(processesWith(marker)).toEqual([]);
  });

  it('leaves nothing of one that is still starting', async () => {
    const marker = newMarker();
    const connection = connectionTo(ours('silent', {}, marker));
    const message = messageOf(connection.connect());
    await until(() => processesWith(marker).length > 0, 'the start');
    await connection.close();
    expect(processesWith(marker)).toEqual([]);
    await expect(message).resolves.toBe('Plugboard closed the connection before the server answered.');
  });

  it('leaves nothing of one whose callers have all gone', async () => {
    const marker = newMarker();
    const stop = new AbortController();
    const connection = connectionTo(ours('silent', {}, marker));
    const message = messageOf(connection.connect(stop.signal));
    await until(() => processesWith(marker).length > 0, 'the start');
    stop.abort();
    await expect(message).resolves.toBe('This operation was aborted');
    await until(() => connection.state.name === 'idle', 'the end');
    expect(processesWith(marker)).toEqual([]);
  });
});

describe.skipIf(isWindows)('a server that dies', () => {
  it('takes along what it has started', async () => {
    const marker = newMarker();
    const connection = connectionTo(ours('forks', {}, marker));
    const session = await connection.ready();
    await until(() => processesWith(`child-${marker}`).length === 1, 'the fork');
    await expect(call(session, 'crash')).rejects.toThrow('exited with code 7');
    expect(processesWith(marker)).toEqual([]);
  });

  it('leaves neither processes nor handles, also after 50 times', async () => {
    const marker = newMarker();
    const servers = Array.from({ length: 5 }, (_, index) => ({ ...ours('polite', {}, marker), name: `${index}` }));
    const { connections } = manage(servers);
    const crash = async (connection: Connection): Promise<void> => {
      await connection.connect();
      await expect(call(await connection.ready(), 'crash')).rejects.toThrow('exited with code 7');
    };
    const crashAll = async (): Promise<unknown> => Promise.all(Array.from(connections.values(), crash));
    // The first ones bring what stays for all.
    await crashAll();
    await until(() => !handles().includes('ProcessWrap'), 'the end of the first handles');
    const before = handles();
    for (let count = 0; count < 10; count += 1) await crashAll();
    expect(processesWith(marker)).toEqual([]);
    // What has just ended is let go of a moment later.
    await until(() => handles().length <= before.length, 'the end of the last handles');
    expect(handles()).toEqual(before);
  });
});

/** Connects and closes so many times; enough to see what stays behind. */
const CYCLES = 1000;

describe.skipIf(isWindows)('many connections', () => {
  it(`leave neither processes nor handles when they are made and closed ${CYCLES} times`, async () => {
    const marker = newMarker();
    const servers = Array.from({ length: 16 }, (_, index) => tiny(`tiny-${index}`, marker));
    const manager = manage(servers, { concurrency: 16 });
    await manager.connectAll();
    const before = handles();
    for (let count = 16; count < CYCLES; count += 16) {
      await manager.replace(servers.map(({ name }) => tiny(name, `${marker}-${count}`)));
      expect(Array.from(manager.connections.values(), ({ state }) => state.name)).toEqual(servers.map(() => 'ready'));
    }
    expect(handles()).toEqual(before);
    await manager.close();
    expect(processesWith(marker)).toEqual([]);
    await until(() => !handles().includes('ProcessWrap'), 'the end of the watchdog');
  });
});

describe.skipIf(isWindows)('when our own process ends', () => {
  const servers = (marker: string): ServerToRun[] =>
    ['polite', 'stubborn', 'forks'].map((behavior) => ours(behavior, {}, marker));

  it.each([
    ['by SIGKILL', (pid: number) => process.kill(pid, 'SIGKILL')],
    ['by SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['by SIGKILL to its whole group', (pid: number) => process.kill(-pid, 'SIGKILL')],
  ])('%s, no server stays', async (_, kill) => {
    const marker = newMarker();
    const host = await startHost({ servers: servers(marker), ending: 'wait' });
    expect(host.states).toBe('ready,ready,ready');
    await until(() => processesWith(marker).length >= 5, 'the start of all');
    kill(host.process.pid ?? 0);
    await host.exit;
    await until(() => processesWith(marker).length === 0, 'the end of all');
  });

  it.each(['exit', 'throw'] as const)('without closing (%s), no server stays', async (ending) => {
    const marker = newMarker();
    const host = await startHost({ servers: servers(marker), ending });
    await host.exit;
    await until(() => processesWith(marker).length === 0, 'the end of all');
  });

  it('after closing, nothing keeps it from doing so', async () => {
    const marker = newMarker();
    const remote = await Promise.all([withSessions().handler, sseOnly().handler, modern].map(startHttp));
    onTestFinished(async () => void (await Promise.all(remote.map((server) => server.close()))));
    const contacted = remote.map(({ url }, index) => ({ name: `remote-${index}`, server: { url } }));
    const failing = ours('dies at start', { retries: 0 });
    const host = await startHost({ servers: [...servers(marker), failing, ...contacted], ending: 'close' });
    expect(host.states).toBe('ready,ready,ready,failed,ready,ready,ready');
    await expect(host.exit).resolves.toEqual([0, null]);
    expect(processesWith(marker)).toEqual([]);
  });
});

function tiny(name: string, marker: string): ServerToRun {
  return { name, server: { command: '/bin/sh', args: [serverFile('tiny.sh'), marker], retries: 0 } };
}

/** What keeps this process alive. */
function handles(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'Timeout' && name !== 'Immediate')
    .toSorted();
}
