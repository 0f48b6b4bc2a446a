import { describe, expect, it, vi } from 'vitest';
import { nearest } from '../../src/mcp/nearest.ts';
import { fromCursor, pageList, pageText, toCursor } from '../../src/mcp/page.ts';
import { patched } from '../../src/model/json/merge-patch.ts';
import { patchChanges } from '../../src/opencode/config/patch-changes.ts';
import { makeLog } from '../../src/opencode/log.ts';
import { redact } from '../../src/opencode/redact.ts';
import { readSettings } from '../../src/opencode/settings.ts';
import { readEvents } from '../../src/opencode/upstream/events.ts';
import { ConnectionError } from '../../src/runtime/connect/errors.ts';

describe('settings', () => {
  it('are the usual ones when nothing is said', () => {
    expect(readSettings({}, '/here')).toEqual({
      username: 'opencode',
      autoStart: true,
      timeout: 600_000,
      project: '/here',
      roots: [],
      toolsets: ['core'],
      readOnly: false,
      transport: 'stdio',
      port: 3000,
      hostname: '127.0.0.1',
      allowedHosts: [],
      allowedOrigins: [],
      open: false,
      logLevel: 'warn',
    });
  });

  it('come from the environment, and flags count more', () => {
    const env = {
      OPENCODE_SERVER_URL: 'http://127.0.0.1:4096/',
      OPENCODE_AUTO_START: 'false',
      OPENCODE_DEFAULT_MODEL: 'openai/gpt-5/fast',
      OPENCODE_TIMEOUT: '120000',
      OPENCODE_DEFAULT_PROJECT: 'shop',
      OPENCODE_CONFIG_PATH: 'own.json',
      MCP_TRANSPORT: 'http',
      MCP_HTTP_PORT: '4000',
      OPENCODE_LOG_LEVEL: 'DEBUG',
      OPENCODE_MCP_TOOLSETS: 'all',
    };
    expect(readSettings(env, '/here', { toolsets: 'core, files', port: '5000' })).toMatchObject({
      serverUrl: 'http://127.0.0.1:4096',
      autoStart: false,
      defaultModel: 'openai/gpt-5/fast',
      timeout: 120_000,
      project: '/here/shop',
      configPath: '/here/own.json',
      transport: 'http',
      port: 5000,
      logLevel: 'debug',
      toolsets: ['core', 'files'],
    });
  });

  it.each([
    [{ OPENCODE_TIMEOUT: 'soon' }],
    [{ MCP_TRANSPORT: 'sse' }],
    [{ OPENCODE_DEFAULT_MODEL: 'gpt' }],
    [{ OPENCODE_LOG_LEVEL: 'loud' }],
    [{ OPENCODE_SERVER_URL: 'file:///etc' }],
    [{ MCP_HTTP_PORT: '70000' }],
    [{ OPENCODE_MCP_ALLOWED_ORIGINS: '*' }],
    [{ OPENCODE_MCP_ALLOWED_ORIGINS: 'file:///etc' }],
  ])('that make no sense are refused: %j', (env: Record<string, string>) => {
    expect(() => readSettings(env, '/here')).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

it('a name that is almost right gets the right one', () => {
  expect(() => readSettings({ OPENCODE_MCP_TOOLSETS: 'core,flies' }, '/here')).toThrow(/Did you mean files\?/);
  expect(() => readSettings({ OPENCODE_LOG_LEVEL: 'debugg' }, '/here')).toThrow(/Did you mean debug\?/);
});

describe('pages', () => {
  it('put together are the whole, and no character is torn', () => {
    const text = '🙂'.repeat(50);
    let all = '';
    for (let at: number | undefined = 0; at !== undefined;) {
      const page = pageText(text, at, 7);
      expect(page.text).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
      all += page.text;
      at = page.next;
    }
    expect(all).toBe(text);
  });

  it('of lists go on where the last one ended', () => {
    const first = pageList([1, 2, 3, 4, 5], 2, undefined);
    const second = pageList([1, 2, 3, 4, 5], 2, first.nextCursor);
    const third = pageList([1, 2, 3, 4, 5], 2, second.nextCursor);
    expect([first.items, second.items, third.items, third.nextCursor]).toEqual([[1, 2], [3, 4], [5], undefined]);
  });

  it('take only cursors that were given out', () => {
    expect(fromCursor(toCursor({ at: 3 }))).toEqual({ at: 3 });
    expect(() => fromCursor('%%%')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });
});

describe('secrets', () => {
  it('are masked under telling names and where they look like some', () => {
    const key = 'sk-proj-0123456789abcdefghijklmnop';
    const shown = JSON.stringify(
      redact({ apiKey: 'plain', nested: [{ note: `use ${key}` }], timeout: 5, key: '{env:KEY}' }),
    );
    expect(shown).not.toContain('plain');
    expect(shown).not.toContain(key);
    expect(shown).toContain('"timeout":5');
    expect(shown).toContain('{env:KEY}');
  });

  it('do not get into the log', () => {
    const lines: string[] = [];
    const log = makeLog('info', (line) => void lines.push(line));
    log('info', 'Authorization: Bearer abcdefghijklmnop');
    log('debug', 'not wanted');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('abcdefghijklmnop');
  });
});

describe('a patch of settings', () => {
  const patch = { a: { b: 1, c: null }, d: [1], e: {} };

  it('becomes single changes', () => {
    expect(patchChanges(patch)).toEqual([
      { path: ['a', 'b'], value: 1 },
      { path: ['a', 'c'], value: undefined },
      { path: ['d'], value: [1] },
      { path: ['e'], value: {} },
    ]);
  });

  it('is merged, and null removes', () => {
    expect(patched({ a: { c: 2, x: 3 }, y: 4 }, patch)).toEqual({ a: { b: 1, x: 3 }, d: [1], e: {}, y: 4 });
  });
});

it('the nearest names come first', () => {
  expect(nearest('stand-in/onne', ['other/zzz', 'stand-in/two', 'stand-in/one'])[0]).toBe('stand-in/one');
  expect(nearest('zzz', ['abc'])).toEqual([]);
});

it('events are read wherever the stream is cut', async () => {
  const bytes = new TextEncoder().encode(
    'data: {"type":"a","properties":{"x":"ü"}}\n\n: note\ndata: nonsense\n\ndata: {"type":\r\ndata: "b"}\r\r',
  );
  async function* cut(): AsyncGenerator<Uint8Array> {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  const events: unknown[] = [];
  for await (const event of readEvents(cut())) events.push(event);
  expect(events).toEqual([
    { type: 'a', properties: { x: 'ü' } },
    { type: 'b', properties: {} },
  ]);
});

it('a stream without events is not read forever', async () => {
  const reads = vi.fn<() => Uint8Array>(() => Buffer.alloc(64 * 1024, '\n'));
  async function* flood(): AsyncGenerator<Uint8Array> {
    while (reads.mock.calls.length < 1000) yield reads();
  }
  await expect(readEvents(flood()).next()).rejects.toThrow(ConnectionError);
  expect(reads.mock.calls.length).toBeLessThan(1000);
});
