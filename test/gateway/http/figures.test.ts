import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditGateway, openAuditLog } from '../../../src/gateway/audit/audit-log.ts';
import { scriptedGateway } from './support/scripted-gateway.ts';
import { ask, front, modern } from './support/visitor.ts';

const facts = { session: 's', method: 'tools/call', server: 'o"ne', item: 'add', bytesIn: 10 };
const ended = { kind: 'call', ...facts, outcome: 'ok', ms: 30, bytesOut: 20 } as const;
const path = (): string => join(mkdtempSync(join(homedir(), 'audit-')), 'deep', 'gateway-audit.jsonl');
const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the pages for machines', () => {
  it('tell strangers only that it is alive', async () => {
    const door = await front(scriptedGateway());
    const stranger = { method: 'GET', path: '/health', headers: { authorization: undefined } };
    expect((await ask(door, stranger)).json).toEqual({ status: 'ok' });
    const { json } = await ask(door, { method: 'GET', path: '/health' });
    expect(json).toMatchObject({ status: 'ok', servers: [{ name: 'one', state: 'ready' }] });
    expect((await ask(door, { ...stranger, path: '/metrics' })).status).toBe(401);
  });

  it('tell when the first lists are there, and from then on', async () => {
    let isComplete = false;
    const gateway = scriptedGateway();
    const { health } = gateway;
    const door = await front({ ...gateway, health: () => ({ ...health(), isComplete }) });
    const ready = { method: 'GET', path: '/ready', headers: { authorization: undefined } };
    const early = await ask(door, ready);
    expect([early.status, early.json, early.headers['retry-after']]).toEqual([503, { status: 'starting' }, '1']);
    isComplete = true;
    expect(await ask(door, ready)).toMatchObject({ status: 200, json: { status: 'ready' } });
    // A server that comes later does not take away what is served.
    isComplete = false;
    expect((await ask(door, ready)).status).toBe(200);
  });

  it('give figures that Prometheus can read', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    gateway.emit(ended);
    gateway.emit({ ...ended, method: 'made/up', outcome: 'error', ms: 70_000 });
    await ask(door, modern('tools/list'));
    const { text, headers } = await ask(door, { method: 'GET', path: '/metrics' });
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const server = String.raw`server="o\"ne"`;
    for (const line of [
      `plugboard_calls_total{${server},method="tools/call",outcome="ok"} 1`,
      `plugboard_calls_total{${server},method="other",outcome="error"} 1`,
      `plugboard_call_duration_seconds_bucket{${server},le="0.025"} 0`,
      `plugboard_call_duration_seconds_bucket{${server},le="60"} 1`,
      `plugboard_call_duration_seconds_bucket{${server},le="+Inf"} 2`,
      `plugboard_call_duration_seconds_count{${server}} 2`,
      `plugboard_request_bytes_total{${server}} 20`,
      'plugboard_server_tools{server="one"} 2',
      'plugboard_server_state{server="one",state="ready"} 1',
      'plugboard_http_responses_total{status="200"} 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    const wrong = text
      .split('\n')
      .filter((line) => !/^$|^# (?:HELP|TYPE) \w+ .+$|^\w+(?:\{.*\})? [\d.e+-]+$/.test(line));
    expect(wrong).toEqual([]);
    await door.close();
  });
});

describe('the audit log', () => {
  it('notes who called what, how it went, and nothing of what was said', async () => {
    const file = path();
    const log = openAuditLog({ path: file, now: () => new Date(0) });
    const gateway = scriptedGateway();
    const stop = auditGateway(gateway, log);
    const door = await front(gateway, { audit: log });
    gateway.emit({ kind: 'session', session: 's', phase: 'opened' });
    const withMore = { ...ended, item: 'x'.repeat(1000), arguments: { password: 'hunter2' } };
    gateway.emit(withMore);
    gateway.emit({ kind: 'quarantine', server: 'one', tools: ['add'] });
    await ask(door, { ...modern('tools/list'), headers: { authorization: 'Bearer hunter2' } });
    stop();
    gateway.emit(ended);
    log.close();
    expect(linesOf(file)).toEqual([
      { time: '1970-01-01T00:00:00.000Z', event: 'session-opened', session: 's' },
      expect.objectContaining({ event: 'call', server: 'o"ne', outcome: 'ok', ms: 30, bytesIn: 10, bytesOut: 20 }),
      expect.objectContaining({ event: 'quarantine', tools: ['add'] }),
      expect.objectContaining({ event: 'refused', status: 401, from: '127.0.0.1' }),
    ]);
    expect(String(linesOf(file)[1]?.['item'])).toHaveLength(257);
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('puts files aside and keeps only so many', () => {
    const file = path();
    const log = openAuditLog({ path: file, mostBytes: 100, keep: 2 });
    for (const number of [1, 2, 3, 4]) {
      log.note({ event: 'call', number, text: 'x'.repeat(100) });
      log.close();
    }
    expect(readdirSync(join(file, '..')).toSorted()).toEqual(['gateway-audit.jsonl.1', 'gateway-audit.jsonl.2']);
    expect([`${file}.1`, `${file}.2`].map((name) => linesOf(name)[0]?.['number'])).toEqual([4, 3]);
  });

  it('is written periodically, and a failure to write it has no effect', async () => {
    const file = path();
    const log = openAuditLog({ path: file });
    log.note({ event: 'x' });
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 30_000 }).toContain('"event":"x"');
    const target = join(homedir(), 'elsewhere');
    writeFileSync(target, '');
    const link = join(mkdtempSync(join(homedir(), 'link-')), 'log');
    symlinkSync(target, link);
    const led = openAuditLog({ path: link });
    led.note({ event: 'x' });
    led.close();
    expect(readFileSync(target, 'utf8')).toBe('');
  });
});
