import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { KeyValueCache } from '../../../src/runtime/types.ts';
import { keyValueCache } from '../../../src/store/state/key-value-cache.ts';
import { bits, box } from '../support/box.ts';
import { systemError, watched } from '../support/faults.ts';

describe('a cache', () => {
  it('keeps what JSON can hold, under any key', async () => {
    const { host } = box();
    const cache: KeyValueCache = keyValueCache(host, 'tools');
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.jsonValue(), async (key, value) => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        await cache.write(key, value);
        expect(await cache.read(key)).toEqual(json);
        expect(await keyValueCache(host, 'tools').read(key)).toEqual(json);
      }),
      { numRuns: 50 },
    );
    expect(await cache.read('never written')).toBeUndefined();
    expect(await keyValueCache(host, 'other').read('')).toBeUndefined();
  });

  it('is private, and one file per key', async () => {
    const { host, mode, path } = box();
    const cache = keyValueCache(host, 'tools');
    await cache.write('../a/b', 1);
    await cache.write('../a/b', 2);
    const names = readdirSync(path('own/cache/tools'));
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    expect(mode(`own/cache/tools/${names[0]}`)).toBe(bits(0o600));
    expect(mode('own/cache/tools')).toBe(bits(0o700));
  });

  it.each(['', '{', 'null', '[]', '{"version":2,"value":1}', '\0\0', '"x"'])('takes %j for nothing', async (text) => {
    const { host, path } = box();
    const cache = keyValueCache(host, 'tools');
    await cache.write('a', 1);
    const [name = ''] = readdirSync(path('own/cache/tools'));
    writeFileSync(path(`own/cache/tools/${name}`), text);
    expect(await cache.read('a')).toBeUndefined();
    await cache.write('a', 2);
    expect(await cache.read('a')).toBe(2);
  });

  it('keeps the newest, and nothing large', async () => {
    const { host, path } = box();
    const cache = keyValueCache(host, 'tools', { entries: 3, size: 100 });
    for (let index = 0; index < 6; index += 1) {
      await cache.write(`k${index}`, index);
      // The clock of a disk may be too coarse to tell them apart.
      for (const name of readdirSync(path('own/cache/tools'))) {
        const file = path(`own/cache/tools/${name}`);
        const { value } = JSON.parse(Buffer.from(await host.fs.readFile(file)).toString()) as { value: number };
        utimesSync(file, value + 1, value + 1);
      }
    }
    const kept = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => cache.read(`k${index}`)));
    expect(kept).toEqual([undefined, undefined, undefined, 3, 4, 5]);
    await cache.write('large', 'x'.repeat(100));
    expect(await cache.read('large')).toBeUndefined();
  });

  it('has room for the lists of hundreds of servers, and looks at no other file to write one', async () => {
    const { host, path, write } = box();
    for (let index = 0; index < 300; index += 1) write(`own/cache/tools/${index}.json`, '{"version":1,"value":1}');
    const looked = vi.spyOn(host.fs, 'status');
    const cache = keyValueCache(host, 'tools');
    await cache.write('a', 1);
    expect(looked.mock.calls.filter(([file]) => /\/\d+\.json$/.test(file))).toEqual([]);
    expect(readdirSync(path('own/cache/tools'))).toHaveLength(301);
    expect(await cache.read('a')).toBe(1);
  });

  it('removes what killed writers have left, in time', async () => {
    const { host, path, write } = box();
    const old = write('own/cache/tools/a.json.1-1.tmp', '{');
    write('own/cache/tools/b.json.1-1.tmp', '{');
    utimesSync(old, 1, 1);
    await keyValueCache(host, 'tools').write('a', 1);
    const left = readdirSync(path('own/cache/tools')).filter((name) => name.endsWith('.tmp'));
    expect(left).toEqual(['b.json.1-1.tmp']);
  });

  it('never keeps anything from working', async () => {
    const { host, path } = box();
    for (const step of ['makeDirectory', 'create', 'write', 'close', 'rename', 'readDirectory', 'status', 'unlink']) {
      const broken = watched(host, ({ name }) => {
        if (name === step) throw systemError('ENOSPC');
      });
      await keyValueCache(broken, `tools-${step}`, { entries: 0 }).write('a', 1);
    }
    const unreadable = watched(host, ({ name }) => {
      if (name === 'readFile') throw systemError('EACCES');
    });
    await keyValueCache(host, 'tools').write('a', 1);
    expect(await keyValueCache(unreadable, 'tools').read('a')).toBeUndefined();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    await keyValueCache(host, 'tools').write('b', cyclic);
    expect(readdirSync(path('own/cache/tools'))).toHaveLength(1);
  });

  it('many write at once: every value stays whole', async () => {
    const { host, path } = box();
    const cache = keyValueCache(host, 'tools');
    await Promise.all(Array.from({ length: 50 }, (_, index) => cache.write(`k${index % 5}`, { index })));
    const kept = await Promise.all([0, 1, 2, 3, 4].map((index) => cache.read(`k${index}`)));
    expect(kept.map((value) => (value as { index: number }).index % 5)).toEqual([0, 1, 2, 3, 4]);
    expect(readdirSync(path('own/cache/tools'))).toHaveLength(5);
  });

  it('in a project is not looked at', async () => {
    const { host, path } = box();
    await keyValueCache(host, 'tools').write('a', 1);
    const refusing = keyValueCache(host, 'tools', { outside: [path('own')] });
    expect(await refusing.read('a')).toBeUndefined();
    await refusing.write('b', 1);
    expect(await keyValueCache(host, 'tools', { outside: [path('project')] }).read('b')).toBeUndefined();
    expect(await keyValueCache(host, 'tools', { outside: [path('project')] }).read('a')).toBe(1);
  });
});
