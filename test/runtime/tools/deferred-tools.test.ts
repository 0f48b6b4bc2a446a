import { describe, expect, it, vi } from 'vitest';
import { type DeferredTools, openTools, type ToolsChange } from '../../../src/runtime/tools/deferred-tools.ts';
import type { ToolSession, ToolSource } from '../../../src/runtime/tools/tool-source.ts';
import { eventually } from './support/eventually.ts';
import { closing, connection, connections, connectionsIf, OddServer } from './support/live-servers.ts';
import { memoryCache } from './support/memory-cache.ts';

const own = ['echo', 'odd', 'fail', 'refuse', 'wait', 'ask', 'structured', 'announce', 'die'];
const named = (server: string, ...tools: string[]): string[] => tools.map((tool) => `mcp_${server}_${tool}`);
const namesOf = (tools: DeferredTools): string[] => tools.tools.map(({ name }) => name);
const extra = (name: string, description = ''): object => ({ name, description, inputSchema: { type: 'object' } });

/** The next change of this kind. */
async function next<K extends ToolsChange['kind']>(tools: DeferredTools, kind: K): Promise<ToolsChange & { kind: K }> {
  return new Promise((found) => {
    const stop = tools.onChange((change) => {
      if (change.kind !== kind) return;
      stop();
      found(change as ToolsChange & { kind: K });
    });
  });
}

/** A cache that knows the server from an earlier run. */
async function knowing(odd: OddServer): Promise<ReturnType<typeof memoryCache>> {
  const cache = memoryCache();
  const tools = closing(await openTools({ servers: [connection(odd.toRun)], cache, verify: 'none' }));
  await tools.refresh();
  return cache;
}

describe('openTools', () => {
  it('knows nothing the first time, and asks in the background', async () => {
    const odd = await OddServer.make('odd');
    const cache = memoryCache();
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], cache }));
    expect(tools.tools).toEqual([]);
    const { added, removed, changed } = await next(tools, 'tools');
    expect(added.map(({ mcpToolName }) => mcpToolName)).toEqual(own);
    expect([removed, changed]).toEqual([[], []]);
    expect(namesOf(tools)).toEqual(named('odd', ...own));
    expect(tools.servers.get('odd')).toMatchObject({
      confirmed: true,
      error: undefined,
      listing: { info: { name: 'odd', version: '1.2.3', instructions: 'Handle with care.' } },
    });
    await eventually(() => expect(cache.entries.size).toBe(1));
  });

  it('knows the tools of the last run at once, and connects when one is called', async () => {
    const odd = await OddServer.make('odd');
    const cache = await knowing(odd);
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], cache, verify: 'none' }));
    expect(namesOf(tools)).toEqual(named('odd', ...own));
    const echo = tools.find('mcp_odd_echo');
    expect(echo?.deferred).toBe(true);
    expect(odd.count('start')).toBe(1);
    const confirmed = next(tools, 'server');
    expect((await echo?.execute({ a: 1 }))?.text).toBe('{"a":1}');
    expect(odd.count('start')).toBe(2);
    await confirmed;
    expect(echo?.deferred).toBe(false);
    expect(tools.find('mcp_odd_echo')).toBe(echo);
  });

  it('asks only those it does not know when told so', async () => {
    const [old, fresh] = [await OddServer.make('old'), await OddServer.make('fresh')];
    const cache = await knowing(old);
    const servers = connections(old.toRun, fresh.toRun);
    const tools = closing(await openTools({ servers, cache, verify: 'unknown' }));
    await next(tools, 'tools');
    expect(namesOf(tools)).toEqual([...named('old', ...own), ...named('fresh', ...own)]);
    expect(old.count('start')).toBe(1);
  });

  it('reports differences from the last run', async () => {
    const odd = await OddServer.make('odd');
    await odd.offer([extra('gone'), extra('same'), extra('other', 'old')]);
    const cache = await knowing(odd);
    await odd.offer([extra('same'), extra('other', 'new'), extra('come')]);
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], cache }));
    const same = tools.find('mcp_odd_same');
    const { added, removed, changed } = await next(tools, 'tools');
    expect(added.map(({ name }) => name)).toEqual(['mcp_odd_come']);
    expect(removed.map(({ name }) => name)).toEqual(['mcp_odd_gone']);
    expect(changed.map(({ before, after }) => [before.description, after.description])).toEqual([['old', 'new']]);
    expect(tools.find('mcp_odd_same')).toBe(same);
    expect(tools.find('mcp_odd_gone')).toBeUndefined();
    // The next run knows it.
    await eventually(async () => {
      const later = closing(await openTools({ servers: [connection(odd.toRun)], cache, verify: 'none' }));
      expect(later.find('mcp_odd_come')?.deferred).toBe(true);
    });
  });

  it('keeps the tools of a server that cannot be reached now', async () => {
    const odd = await OddServer.make('odd');
    const cache = await knowing(odd);
    await odd.offer({} as unknown as []);
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], cache, verify: 'none' }));
    await tools.refresh();
    expect(tools.servers.get('odd')?.error).toBeInstanceOf(Error);
    expect(tools.servers.get('odd')?.confirmed).toBe(false);
    expect(namesOf(tools)).toEqual(named('odd', ...own));
  });

  it('is not held up by a cache that does not work', async () => {
    const odd = await OddServer.make('odd');
    const log = vi.fn<(entry: unknown) => void>();
    const broken = async (): Promise<never> => Promise.reject(new Error('disk full'));
    const cache = { read: broken, write: broken };
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], cache, verify: 'none', log }));
    await tools.refresh();
    expect(tools.tools).toHaveLength(own.length);
    expect(log).toHaveBeenCalledWith({
      level: 'warning',
      server: 'odd',
      message: expect.stringContaining('disk full') as string,
    });
  });

  it('offers nothing of a server that may no longer be used', async () => {
    const odd = await OddServer.make('odd');
    const cache = await knowing(odd);
    const servers = [connection(odd.toRun)];
    const permission = async (): Promise<'pending'> => 'pending';
    const tools = closing(await openTools({ servers, cache, permission, verify: 'none' }));
    expect(tools.tools).toEqual([]);
    const unasked = closing(await openTools({ servers: connectionsIf('denied', odd.toRun), cache, verify: 'none' }));
    expect(unasked.tools).toHaveLength(own.length);
    await unasked.refresh();
    expect(unasked.tools).toEqual([]);
    expect(odd.count('start')).toBe(1);
  });

  it('offers only what the filter lets through', async () => {
    const odd = await OddServer.make('odd', { tools: { allow: ['e*', 'odd', 'fail'], deny: ['*d'] } });
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], verify: 'none' }));
    await tools.refresh();
    expect(namesOf(tools)).toEqual(['mcp_odd_echo', 'mcp_odd_fail']);
  });

  it('gives schemas that providers take, and keeps those of the server', async () => {
    const odd = await OddServer.make('odd');
    await odd.offer([{ name: 'bare', inputSchema: { description: 'any' } }]);
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], verify: 'none' }));
    await tools.refresh();
    const bare = tools.find('mcp_odd_bare');
    expect(bare?.inputSchema).toEqual({ type: 'object', description: 'any', properties: {} });
    expect(bare?.listed.inputSchema).toEqual({ description: 'any' });
  });
});

describe('a server that changes its tools', () => {
  it('is asked again, and only it', async () => {
    const [odd, other] = [await OddServer.make('odd'), await OddServer.make('other')];
    const servers = connections(odd.toRun, other.toRun);
    const tools = closing(await openTools({ servers, verify: 'none', gapMs: 0 }));
    await tools.refresh();
    await odd.offer([extra('new')]);
    const change = next(tools, 'tools');
    await tools.find('mcp_odd_announce')?.execute({ what: 'tools' });
    expect((await change).added.map(({ name }) => name)).toEqual(['mcp_odd_new']);
    expect([odd.count('tools/list'), other.count('tools/list')]).toEqual([2, 1]);
  });

  it('may have other resources and prompts too', async () => {
    const odd = await OddServer.make('odd');
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], verify: 'none' }));
    await tools.refresh();
    for (const kind of ['resources', 'prompts'] as const) {
      const change = next(tools, kind);
      await tools.find('mcp_odd_announce')?.execute({ what: kind });
      expect(await change).toEqual({ kind, server: 'odd' });
    }
  });

  it('is heard after it was started again', async () => {
    const odd = await OddServer.make('odd');
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], verify: 'none', gapMs: 0 }));
    await tools.refresh();
    await tools.find('mcp_odd_die')?.execute({});
    await odd.offer([extra('second')]);
    const started = next(tools, 'tools');
    await tools.find('mcp_odd_echo')?.execute({});
    expect((await started).added.map(({ name }) => name)).toEqual(['mcp_odd_second']);
    await odd.offer([extra('third')]);
    const announced = next(tools, 'tools');
    await tools.find('mcp_odd_announce')?.execute({ what: 'tools' });
    expect((await announced).added.map(({ name }) => name)).toEqual(['mcp_odd_third']);
  });

  it('is not asked without end when it announces a change with every list', async () => {
    const odd = await OddServer.make('odd', { env: { RESTLESS: '1' } });
    const tools = closing(await openTools({ servers: [connection(odd.toRun)], verify: 'none', gapMs: 1e6 }));
    await tools.refresh();
    await tools.find('mcp_odd_echo')?.execute({});
    expect(odd.count('tools/list')).toBe(1);
    await tools.refresh();
    expect(odd.count('tools/list')).toBe(2);
  });

  it('is listed again when a request arrives during a listing', async () => {
    const odd = await OddServer.make('odd', { env: { SLOW: '1' } });
    const server = connection(odd.toRun);
    const tools = closing(await openTools({ servers: [server], verify: 'none' }));
    const session = await server.connection.ready();
    const first = tools.refresh();
    await eventually(() => expect(odd.count('tools/list')).toBe(1));
    await odd.offer([extra('late')]);
    const second = tools.refresh();
    await session.request('ping');
    await eventually(() => expect(odd.count('tools/list')).toBe(2));
    await session.request('ping');
    await Promise.all([first, second]);
    expect(tools.find('mcp_odd_late')).toBeDefined();
    expect(odd.count('tools/list')).toBe(2);
  });
});

describe('several servers', () => {
  it('never share a name, and lose nothing when one of them goes', async () => {
    const [first, second] = [await OddServer.make('a'), await OddServer.make('a_b')];
    await first.offer([extra('b_echo'), extra('b_c')]);
    const servers = connections(first.toRun, second.toRun);
    const tools = closing(await openTools({ servers, verify: 'none' }));
    await tools.refresh();
    expect(tools.tools).toHaveLength(2 * own.length + 2);
    expect(tools.find('mcp_a_b_echo')).toBeUndefined();
    expect(tools.warnings).toMatchObject([
      {
        kind: 'collision',
        name: 'mcp_a_b_echo',
        tools: [
          { server: 'a', tool: 'b_echo' },
          { server: 'a_b', tool: 'echo' },
        ],
      },
    ]);
    const odd = tools.find('mcp_a_b_odd');
    const change = next(tools, 'tools');
    await tools.replace(servers.slice(1));
    expect(namesOf(tools)).toEqual(named('a_b', ...own));
    expect(tools.find('mcp_a_b_odd')).toBe(odd);
    const { removed, changed } = await change;
    expect(removed.every(({ serverName }) => serverName === 'a')).toBe(true);
    expect(changed.map(({ after }) => after.name)).toEqual(['mcp_a_b_echo']);
    expect(second.count('tools/list')).toBe(1);
  });

  it('are started anew only when they are others', async () => {
    const odd = await OddServer.make('odd');
    const servers = [connection(odd.toRun)];
    const tools = closing(await openTools({ servers, verify: 'none' }));
    await tools.refresh();
    await tools.replace(
      servers.map((one) => ({
        ...one,
        toRun: { ...one.toRun, server: { ...one.toRun.server, tools: { allow: ['echo'] } } },
      })),
    );
    expect(namesOf(tools)).toEqual(['mcp_odd_echo']);
    expect(odd.count('tools/list')).toBe(1);
  });

  it('are no longer reported once closed', async () => {
    const odd = await OddServer.make('odd');
    const { toRun, connection: real } = connection(odd.toRun);
    let listeners = 0;
    const counted = (stop: () => void): (() => void) => {
      listeners += 1;
      return () => {
        listeners -= 1;
        stop();
      };
    };
    const session = await real.ready();
    const heard: ToolSession = {
      info: session.info,
      request: session.request.bind(session),
      listAll: session.listAll.bind(session),
      onNotification: (listener) => counted(session.onNotification(listener)),
    };
    const source: ToolSource = {
      name: real.name,
      state: real.state,
      onChange: (listener) => counted(real.onChange(listener)),
      ready: async () => heard,
    };
    const tools = await openTools({ servers: [{ toRun, connection: source }], verify: 'none' });
    await tools.refresh();
    expect(listeners).toBe(2);
    tools.close();
    expect(listeners).toBe(0);
    await tools.refresh();
    expect(odd.count('tools/list')).toBe(1);
  });
});
