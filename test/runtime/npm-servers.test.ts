import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { KeyValueCache, ServerToRun } from '../../src/runtime/types.ts';
import { call, connectionTo, manage } from './support/managed.ts';
import { areInstalled, listening, npmServer, withPackages } from './support/npm-servers.ts';

/** As if each had been found to be modern before. */
const modern: KeyValueCache = { read: async () => ({ era: 'modern' }), write: async () => {} };

const remote = (url: string, transport: 'http' | 'sse' = 'http'): ServerToRun => ({
  name: 'remote',
  server: { transport, url },
});

describe.skipIf(!areInstalled)('servers of others (packages of test/servers)', () => {
  it('connect all at once, each with the revision it speaks', { timeout: 120_000 }, async () => {
    const manager = manage([
      npmServer('@modelcontextprotocol/server-everything', ['stdio']),
      npmServer('@modelcontextprotocol/server-filesystem', [homedir()]),
      npmServer('@modelcontextprotocol/server-memory'),
      npmServer('@modelcontextprotocol/server-sequential-thinking'),
      npmServer('@upstash/context7-mcp'),
      npmServer('mcp-fetch-server'),
      npmServer('mcp-server-commands'),
      npmServer('shadcn', ['mcp']),
      npmServer('time-mcp'),
    ]);
    await manager.connectAll();
    const found = [...manager.connections.values()].map(async (connection) => {
      const session = await connection.ready();
      const lists = await Promise.all([
        session.listAll('tools'),
        session.listAll('resources'),
        session.listAll('prompts'),
      ]);
      return [connection.name, session.info.protocol, ...lists.map((list) => list.length)];
    });
    expect(await Promise.all(found)).toEqual([
      ['@modelcontextprotocol/server-everything', '2025-11-25', 13, 7, 4],
      ['@modelcontextprotocol/server-filesystem', '2025-11-25', 14, 0, 0],
      ['@modelcontextprotocol/server-memory', '2025-11-25', 9, 1, 0],
      ['@modelcontextprotocol/server-sequential-thinking', '2025-11-25', 1, 0, 0],
      ['@upstash/context7-mcp', '2025-11-25', 2, 0, 0],
      ['mcp-fetch-server', '2025-11-25', 6, 0, 0],
      ['mcp-server-commands', '2024-11-05', 1, 0, 1],
      ['shadcn', '2025-11-25', 7, 0, 0],
      ['time-mcp', '2025-11-25', 6, 0, 0],
    ]);
  });

  it.each<[name: string, args: string[], tools: number]>([
    ['@upstash/context7-mcp', [], 2],
    ['shadcn', ['mcp'], 7],
  ])('%s speaks the modern era as well', { timeout: 120_000 }, async (name, args, tools) => {
    const session = await connectionTo(npmServer(name, args), { eras: modern }).ready();
    expect(session.info).toMatchObject({ protocol: '2026-07-28', era: 'modern' });
    await expect(session.listAll('tools')).resolves.toHaveLength(tools);
  });

  it('that refuse the older era are found to, and tell of changes', async () => {
    const session = await connectionTo(withPackages('modern-only.mjs')).ready();
    expect(session.info).toMatchObject({ name: 'modern-only', version: '1.0.0', era: 'modern' });
    const changed = new Promise((done) => session.onNotification(done));
    await expect(call(session, 'greet')).resolves.toBe('Hello');
    await expect(changed).resolves.toBe('notifications/tools/list_changed');
  });

  it('tell of their progress, and stop when they are told to', { timeout: 120_000 }, async () => {
    const session = await connectionTo(npmServer('@modelcontextprotocol/server-everything', ['stdio'])).ready();
    const stop = new AbortController();
    const params = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 600 } };
    let steps = 0;
    const onProgress = (): void => {
      steps += 1;
      if (steps === 3) stop.abort();
    };
    await expect(session.request('tools/call', params, { signal: stop.signal, onProgress })).rejects.toThrow('aborted');
    expect(steps).toBe(3);
    await expect(call(session, 'echo', { message: 'still there' })).resolves.toBe('Echo: still there');
  });

  it('answer over HTTP, also after they were started anew', { timeout: 120_000 }, async () => {
    const { origin, restart } = await listening('@modelcontextprotocol/server-everything', () => ['streamableHttp']);
    const connection = connectionTo(remote(`${origin}/mcp`));
    const session = await connection.ready();
    expect(session.info).toMatchObject({ protocol: '2025-11-25', era: 'legacy' });
    await expect(call(session, 'echo', { message: 'one' })).resolves.toBe('Echo: one');
    await restart();
    await expect(call(session, 'echo', { message: 'two' })).resolves.toBe('Echo: two');
    expect(connection.state.name).toBe('ready');
  });

  it('answer over the oldest transport, named or not', { timeout: 120_000 }, async () => {
    const { origin } = await listening('@modelcontextprotocol/server-everything', () => ['sse']);
    for (const transport of ['http', 'sse'] as const) {
      const session = await connectionTo(remote(`${origin}/sse`, transport)).ready();
      await expect(call(session, 'echo', { message: transport })).resolves.toBe(`Echo: ${transport}`);
      await session.close();
    }
  });

  it('answer over HTTP in the modern era', { timeout: 120_000 }, async () => {
    const { origin } = await listening('@upstash/context7-mcp', (port) => ['--transport', 'http', '--port', port]);
    const session = await connectionTo(remote(`${origin}/mcp`)).ready();
    expect(session.info).toMatchObject({ protocol: '2026-07-28', era: 'modern' });
    await expect(session.listAll('tools')).resolves.toHaveLength(2);
  });
});
