import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { logEvent } from '../../../src/model/log-event.ts';
import {
  appendServerLog,
  followServerLog,
  readServerLog,
  type ServerLogEntry,
} from '../../../src/store/logs/server-logs.ts';
import { bits, box } from '../support/box.ts';

/** A machine whose clock advances by a second on every read. */
function ticking(host: Host): Host {
  let time = Date.parse('2026-01-01T00:00:00Z');
  return { ...host, now: () => new Date((time += 1000)) };
}

const note = (server: string, message: string): Omit<ServerLogEntry, 'time'> => ({ level: 'info', server, message });
const texts = (entries: readonly ServerLogEntry[]): string[] =>
  entries.map(({ server, message }) => `${server} ${message}`);

describe('the log of servers', () => {
  it('is kept in private files, one for each server', async () => {
    const { host, mode, path, read } = box();
    const ours = ticking(host);
    appendServerLog(ours, { level: 'error', server: '../Bad name', message: 'a\n\u001b[31mb' });
    appendServerLog(ours, note('..-Bad name', 'other'));
    const [file = '', ...others] = readdirSync(path('own/state/logs'));
    expect(others).toHaveLength(1);
    expect(file).toMatch(/^-+Bad-name-[0-9a-f]{16}\.jsonl$/);
    expect([mode('own/state/logs'), mode(`own/state/logs/${file}`)]).toEqual([bits(0o700), bits(0o600)]);
    const lines = [file, ...others].map((name) => read(`own/state/logs/${name}`));
    expect(lines).toContain(
      '{"time":"2026-01-01T00:00:01.000Z","level":"error","server":"../Bad name","code":"other","message":"a\\n\\u001b[31mb"}\n',
    );
    expect(await readServerLog(host, { servers: ['../Bad name'] })).toEqual([
      { time: new Date('2026-01-01T00:00:01Z'), level: 'error', server: '../Bad name', message: 'a\n\u001b[31mb' },
    ]);
  });

  it('is put aside by one process at a time, even after one was killed while it did so', async () => {
    const { host, path, read } = box();
    const own = 'own/state/logs';
    appendServerLog(host, note('a', 'first'));
    const [log = ''] = readdirSync(path(own));
    const aside = log.replace('.jsonl', '.1.jsonl');
    const lock = path(`${own}/${log.replace('.jsonl', '.lock')}`);
    appendFileSync(path(`${own}/${log}`), `${' '.repeat(1024 * 1024)}\n`);
    writeFileSync(path(`${own}/${aside}`), 'put aside by another process');
    writeFileSync(lock, '');
    appendServerLog(host, note('a', 'second'));
    expect(read(`${own}/${aside}`)).toBe('put aside by another process');
    utimesSync(lock, new Date(0), new Date(0));
    appendServerLog(host, note('a', 'removes the lock'));
    appendServerLog(host, note('a', 'puts it aside'));
    expect(readdirSync(path(own))).toEqual([aside]);
    const messages = (await readServerLog(host, {})).map(({ message }) => message);
    expect(messages).toEqual(['first', 'second', 'removes the lock', 'puts it aside']);
  });

  it.skipIf(process.platform === 'win32')('closes a directory that others may use, and those above it', () => {
    const { host, mode, path } = box();
    for (const name of ['own/state', 'own/state/logs']) {
      mkdirSync(path(name), { recursive: true });
      chmodSync(path(name), 0o777);
    }
    appendServerLog(host, note('a', 'first'));
    expect([mode('own/state'), mode('own/state/logs')]).toEqual([0o700, 0o700]);
    expect(readdirSync(path('own/state/logs'))).toHaveLength(1);
  });

  it.skipIf(process.getuid?.() !== 0)('writes nothing into a directory of another user', () => {
    const { host, path } = box();
    const other: Host = { ...host, processes: { ...host.processes, user: 7 } };
    mkdirSync(path('own/state/logs'), { recursive: true });
    chownSync(path('own/state'), 8, 8);
    appendServerLog(other, note('a', 'first'));
    expect(readdirSync(path('own/state/logs'))).toEqual([]);
  });

  it('is read in the order in which things happened, of some servers, and since some time', async () => {
    const host = ticking(box().host);
    expect(await readServerLog(host)).toEqual([]);
    for (const [index, server] of ['b', 'a', 'c', 'b', 'a'].entries())
      appendServerLog(host, note(server, String(index)));
    expect(texts(await readServerLog(host))).toEqual(['b 0', 'a 1', 'c 2', 'b 3', 'a 4']);
    expect(texts(await readServerLog(host, { servers: ['a', 'c', 'none'] }))).toEqual(['a 1', 'c 2', 'a 4']);
    const since = new Date('2026-01-01T00:00:04Z');
    expect(texts(await readServerLog(host, { since }))).toEqual(['b 3', 'a 4']);
  });

  it('keeps the code of an event, which no message can imitate', async () => {
    const { host, path, read } = box();
    appendServerLog(host, { level: 'info', server: 'a', ...logEvent('stderr', 'failed: connected') });
    appendServerLog(host, note('a', 'failed: connected'));
    const [file = ''] = readdirSync(path('own/state/logs'));
    expect(read(`own/state/logs/${file}`)).toContain('"code":"stderr","text":"failed: connected"}');
    const [event, other] = await readServerLog(host);
    expect(event).toMatchObject({ code: 'stderr', text: 'failed: connected', message: 'stderr: failed: connected' });
    expect(other).not.toHaveProperty('code');
  });

  it('reads lines of older versions, which have no codes', async () => {
    const { host, path, write } = box();
    appendServerLog(host, note('a', 'x'));
    const [file = ''] = readdirSync(path('own/state/logs'));
    const messages = ['connected', 'failed: no answer', 'stderr: oops', 'log: hello', 'closed'];
    const line = { time: '2026-01-01T00:00:01.000Z', server: 'a', level: 'info' };
    write(`own/state/logs/${file}`, messages.map((message) => `${JSON.stringify({ ...line, message })}\n`).join(''));
    const entries = await readServerLog(host);
    expect(entries.map(({ message }) => message)).toEqual(messages);
    expect(entries.map(({ code, text }) => [code, text])).toEqual([
      ['connected', 'connected'],
      ['failed', 'no answer'],
      ['stderr', 'oops'],
      ['notification', 'hello'],
      [undefined, undefined],
    ]);
  });

  it('skips damaged lines', async () => {
    const { host, path, write } = box();
    appendServerLog(host, note('a', 'first'));
    const [file = ''] = readdirSync(path('own/state/logs'));
    const line = '{"time":"2026-01-01T00:00:01.000Z","server":"a","message":"second","level":"odd"}';
    write(
      `own/state/logs/${file}`,
      `{"half\n[]\n{"time":"never","server":"a","message":""}\nnull\n${line}\n{"unfinished"`,
    );
    expect(await readServerLog(host)).toMatchObject([{ level: 'info', message: 'second' }]);
  });

  it('does not grow without end', async () => {
    const host = ticking(box().host);
    const long = 'x'.repeat(20_000);
    for (let index = 0; index < 200; index += 1) appendServerLog(host, note('a', `${index} ${long}`));
    const directory = `${host.env['PLUGBOARD_HOME']}/state/logs`;
    const names = readdirSync(directory);
    expect(names).toHaveLength(2);
    for (const name of names) {
      const { size, mode } = statSync(join(directory, name));
      expect(size).toBeLessThan(1.1 * 1024 * 1024);
      expect(bits(mode)).toBe(bits(0o600));
    }
    const kept = (await readServerLog(host)).map(({ message }) => Number.parseInt(message, 10));
    expect(kept.length).toBeGreaterThan(64);
    expect(kept).toEqual(Array.from(kept, (_, index) => 200 - kept.length + index));
  });

  it('forgets servers of which nothing was heard for a month', async () => {
    const { host: still, path } = box();
    const host = ticking(still);
    appendServerLog(host, note('old', 'x'));
    appendServerLog(host, note('young', 'x'));
    const old = readdirSync(path('own/state/logs')).find((name) => name.startsWith('old-'));
    utimesSync(path(`own/state/logs/${old}`), 0, Date.now() / 1000 - 31 * 24 * 60 * 60);
    appendServerLog(host, note('new', 'x'));
    expect(texts(await readServerLog(host))).toEqual(['young x', 'new x']);
  });

  it('never follows a link, and never fails', async () => {
    const { host, path, read, write } = box();
    appendServerLog(host, note('a', 'x'));
    const [file = ''] = readdirSync(path('own/state/logs'));
    const other = write('other', 'mine');
    const elsewhere = box();
    elsewhere.write('own/state/logs/keep', '');
    symlinkSync(other, elsewhere.path(`own/state/logs/${file}`));
    appendServerLog(elsewhere.host, note('a', 'y'));
    expect(read('other')).toBe('mine');
    expect(await readServerLog(elsewhere.host)).toEqual([]);
    const blocked = box();
    blocked.write('own', 'a file where a directory should be');
    expect(() => appendServerLog(blocked.host, note('a', 'x'))).not.toThrow();
  });

  it('loses nothing when several processes write', async () => {
    const { host } = box();
    const outfile = join(mkdtempSync(join(homedir(), 'append-')), 'append.mjs');
    const source = (name: string): string =>
      JSON.stringify(fileURLToPath(new URL(`../../../src/store/${name}`, import.meta.url)));
    const contents = `
      import { appendServerLog } from ${source('logs/server-logs.ts')};
      import { nodeHost } from ${source('host/node-host.ts')};
      for (let index = 0; index < 200; index += 1) {
        appendServerLog(nodeHost(), { level: 'info', server: 'a', message: process.argv[2] + '-' + index + 'x'.repeat(500) });
      }`;
    await build({
      stdin: { contents, resolveDir: dirname(outfile) },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
    });
    const children = ['p', 'q', 'r'].map((name) =>
      spawn(process.execPath, [outfile, name], { env: { ...process.env, ...host.env }, stdio: 'inherit' }),
    );
    expect(await Promise.all(children.map((child) => once(child, 'exit')))).toEqual(children.map(() => [0, null]));
    const heard = (await readServerLog(host)).map(({ message }) => message.replace(/x+$/, ''));
    expect(heard.length).toBe(600);
    expect(new Set(heard).size).toBe(600);
  });
});

describe('following the log', () => {
  /** Takes so many entries, with something done before each of them. */
  async function take(entries: AsyncGenerator<ServerLogEntry>, ...before: (() => void)[]): Promise<string[]> {
    const taken: ServerLogEntry[] = [];
    for (const act of before) {
      const next = entries.next();
      act();
      const { value } = await next;
      if (value) taken.push(value);
    }
    return texts(taken);
  }

  it('gives what comes, from the moment it began', async () => {
    const host = ticking(box().host);
    appendServerLog(host, note('a', 'before'));
    const stop = new AbortController();
    const entries = followServerLog(host, { servers: ['a', 'b'], signal: stop.signal });
    const taken = await take(
      entries,
      () => {
        appendServerLog(host, note('c', 'not asked for'));
        appendServerLog(host, note('a', '1'));
      },
      () => appendServerLog(host, note('b', '2')),
      () => appendServerLog(host, note('a', '3')),
    );
    expect(taken).toEqual(['a 1', 'b 2', 'a 3']);
    const end = entries.next();
    stop.abort();
    expect(await end).toEqual({ done: true, value: undefined });
  });

  it('begins with what happened since some time, of all servers, also of those that come later', async () => {
    const host = ticking(box().host);
    appendServerLog(host, note('a', '1'));
    appendServerLog(host, note('b', '2'));
    const entries = followServerLog(host, { since: new Date('2026-01-01T00:00:02Z') });
    const taken = await take(
      entries,
      () => {},
      () => appendServerLog(host, note('new', '3')),
    );
    expect(taken).toEqual(['b 2', 'new 3']);
    await entries.return(undefined);
  });

  it('goes on when a file is full, and tells nothing twice', async () => {
    const host = ticking(box().host);
    const entries = followServerLog(host);
    const long = 'x'.repeat(16_000);
    const total = 150;
    const write = function* (): Generator<() => void> {
      for (let index = 0; index < total; index += 1) yield () => appendServerLog(host, note('a', `${index} ${long}`));
    };
    const taken = await take(entries, ...write());
    expect(taken.map((text) => Number.parseInt(text.slice(2), 10))).toEqual(
      Array.from({ length: total }, (_, index) => index),
    );
    await entries.return(undefined);
  });
});
