import { describe, expect, it } from 'vitest';
import { isAtLeast, logAsData, LogWords } from '../../../src/cli/logs/log-words.ts';
import { parseSince } from '../../../src/cli/logs/parse-since.ts';
import { Output } from '../../../src/cli/output/output.ts';
import { lastFailures } from '../../../src/live/last-failures.ts';
import { logEvent } from '../../../src/model/log-event.ts';
import type { ServerLogEntry } from '../../../src/store/logs/server-logs.ts';
import { unsafe } from '../support/secrets.ts';

const now = new Date('2026-11-16T12:00:00Z');

describe('--since', () => {
  it.each([
    ['30s', '2026-11-16T11:59:30.000Z'],
    ['10m', '2026-11-16T11:50:00.000Z'],
    ['2H', '2026-11-16T10:00:00.000Z'],
    ['1 d', '2026-11-15T12:00:00.000Z'],
    ['1w', '2026-11-09T12:00:00.000Z'],
    ['2026-11-15T10:00:00Z', '2026-11-15T10:00:00.000Z'],
  ])('knows %s', (text, time) => expect(parseSince(text, now)?.toISOString()).toBe(time));

  it('takes a date for the one where the person is', () => {
    expect(parseSince('2026-11-15', now)).toEqual(new Date(2026, 10, 15));
  });

  it.each(['', '10', 'm', '10x', '-5m', '1.5h', 'yesterday', '2026-13-40', '12345678s', 'May'])(
    'does not guess what %j is',
    (text) => expect(parseSince(text, now)).toBeUndefined(),
  );
});

const entry = (message: string, more: Partial<ServerLogEntry> = {}): ServerLogEntry => ({
  time: now,
  level: 'info',
  server: 'files',
  message,
  ...more,
});

describe('a line of the log', () => {
  it('puts what servers say in one column', () => {
    const words = new LogWords(new Output(['--no-color']), ['files', 'github']);
    const lines = [entry('connected'), entry('a\n\tb\r\nc', { server: 'github', level: 'warning' })].flatMap((one) =>
      words.of(one),
    );
    expect(lines.map((line) => line.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME'))).toEqual([
      'TIME  files   info     connected',
      'TIME  github  warning  a',
      `${' '.repeat(38)}  b`,
      `${' '.repeat(38)}c`,
    ]);
  });

  it('tells servers apart by color, and only by color', () => {
    const colored = new LogWords(new Output(['--color']));
    const [first, second] = ['a', 'b'].flatMap((server) => colored.of(entry('x', { server })));
    expect(first).toContain('\u001B[36ma\u001B[39m');
    expect(second).toContain('\u001B[35mb\u001B[39m');
  });

  it('hides what looks like a secret, and what a terminal would obey', () => {
    const words = new LogWords(new Output(['--no-color']));
    const message = 'sent Authorization: Bearer canary-1 \u001B[2J\u202E';
    expect(words.of(entry(message)).join('\n')).not.toMatch(unsafe);
    expect(words.of(entry(message)).join('\n')).not.toContain('canary');
    expect(JSON.stringify(logAsData(entry(message)))).not.toContain('canary');
  });

  it('orders log levels', () => {
    expect(isAtLeast('error', 'warning')).toBe(true);
    expect(isAtLeast('warning', 'warning')).toBe(true);
    expect(isAtLeast('info', 'warning')).toBe(false);
  });
});

it('forgets a failure once the server has worked again', () => {
  const event = (...args: Parameters<typeof logEvent>): ServerLogEntry => ({ ...entry(''), ...logEvent(...args) });
  const failures = [event('failed', 'it broke'), { ...event('failed', 'that too'), server: 'web' }];
  const said = entry('failed: an error of its own', { level: 'error' });
  expect(lastFailures([...failures, said]).get('files')?.message).toBe('it broke');
  expect([...lastFailures([...failures, event('connected', 'connected'), said, entry('closed')]).keys()]).toEqual([
    'web',
  ]);
});
