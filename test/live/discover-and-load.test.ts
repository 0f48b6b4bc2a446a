import { describe, expect, it } from 'vitest';
import { discoverAndLoadMCPTools } from '../../src/live/discover-and-load.ts';
import { newMarker, processesWith, until } from '../runtime/support/processes.ts';
import { Place } from './support/place.ts';

describe('discoverAndLoadMCPTools', () => {
  it('gives the tools of all servers and an error for each that fails', async () => {
    const place = new Place();
    place.own({
      a: place.odd('a', { tools: { allow: ['echo'] } }),
      gone: { command: 'no-such-program', retries: 0 },
      wrong: { command: process.execPath, args: ['-e', 'console.error("no key"); process.exit(3)'], retries: 0 },
    });
    place.shared({ theirs: place.odd('theirs') });
    const broken = place.write('.codex/config.toml', '[mcp_servers.x\n');
    const { tools, errors, close } = await discoverAndLoadMCPTools({ host: place.host });
    try {
      expect(tools.map(({ name }) => name)).toContain('mcp_a_echo');
      expect(new Set(tools.map(({ serverName }) => serverName))).toEqual(new Set(['a']));
      expect(await tools[0]?.execute({ x: 1 })).toMatchObject({ text: '{"x":1}' });
      const own = place.path('.cursor/mcp.json');
      expect(errors).toMatchObject([
        { path: broken, error: expect.stringMatching(/./) },
        { server: 'gone', path: own, error: expect.stringMatching(/^Failed to connect to "gone": /) },
        {
          server: 'theirs',
          path: place.path('work/project/.mcp.json'),
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        { server: 'wrong', failure: { kind: 'exited', exitCode: 3, stderr: ['no key'] } },
      ]);
      expect(errors[0]).not.toHaveProperty('server');
    } finally {
      await close();
    }
    expect(place.count('theirs')).toBe(0);
  });

  it('reports tools that changed since they were accepted', async () => {
    const place = new Place();
    place.own({ a: place.odd('a') });
    const first = await discoverAndLoadMCPTools({ host: place.host });
    await first.close();
    expect(first.pinChanges).toEqual([]);
    place.offer('a', [{ name: 'more', inputSchema: { type: 'object' } }]);
    const second = await discoverAndLoadMCPTools({ host: place.host });
    await second.close();
    expect(second.pinChanges).toMatchObject([{ server: 'a', difference: { added: ['more'] } }]);
  });

  it('names the server of an invalid definition', async () => {
    const place = new Place();
    place.own({ bad: { command: 'x', url: 'https://x.example' } });
    const { errors, close } = await discoverAndLoadMCPTools({ host: place.host });
    await close();
    expect(errors).toMatchObject([{ server: 'bad', path: place.path('.cursor/mcp.json') }]);
  });

  it('stops the servers it started when the caller aborts', async () => {
    const place = new Place();
    const marker = newMarker();
    const silent = { command: process.execPath, args: ['-e', 'process.stdin.resume()', marker] };
    place.own({ silent, fine: place.odd('fine') });
    const abort = new AbortController();
    const loading = discoverAndLoadMCPTools({ host: place.host, signal: abort.signal });
    await until(() => processesWith(marker).length === 1 && place.count('fine', 'tools/list') === 1, 'the start');
    abort.abort(new Error('enough'));
    await expect(loading).rejects.toThrow('enough');
    await until(() => processesWith(marker).length === 0, 'its end');
    await expect(discoverAndLoadMCPTools({ host: place.host, signal: abort.signal })).rejects.toThrow('enough');
  });
});
