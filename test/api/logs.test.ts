import { describe, expect, it } from 'vitest';
import type { ApiEvent } from '../../src/api/contract/events.ts';
import type { LogLine, LogsAnswer } from '../../src/api/contract/logs.ts';
import { logEvent } from '../../src/model/log-event.ts';
import { appendServerLog } from '../../src/store/logs/server-logs.ts';
import type { Page } from './support/page.ts';
import { benchPage, callOf, secret } from './support/workbench.ts';

const echo = { kind: 'tool', server: 'bench', tool: 'echo', arguments: { message: 'hello' } };

async function logs(page: Page, query = ''): Promise<LogsAnswer> {
  return (await page.get(`logs${query}`)).body as LogsAnswer;
}

const has =
  (matches: (line: LogLine) => boolean) =>
  (event: ApiEvent): boolean =>
    event.type === 'log' && event.lines.some(matches);

describe('the logs of all servers', () => {
  it('contain what was logged before the page was opened: error output, message pairs, notifications and events', async () => {
    const page = benchPage();
    await callOf(page, echo);
    const { lines, servers, isCut } = await logs(page);
    expect(servers).toEqual(['bench']);
    expect(isCut).toBe(false);
    expect(lines.map(({ id }) => id)).toEqual(lines.map((_, index) => index + 1));
    expect(lines).toContainEqual(expect.objectContaining({ stream: 'event', text: 'connected', level: 'info' }));
    expect(lines).toContainEqual(expect.objectContaining({ stream: 'notification', text: 'bench: echoes hello' }));
    const [request, answer] = lines.filter(({ text }) => text.startsWith('tools/call'));
    expect(request).toMatchObject({ stream: 'protocol', direction: 'request', from: 'us', server: 'bench' });
    expect(answer).toMatchObject({ direction: 'response', from: 'server', pair: request?.pair });
    expect(answer?.ms).toBeTypeOf('number');
  });

  it('go on as events, also with what other programs write', async () => {
    const page = benchPage();
    await logs(page);
    await callOf(page, echo);
    await page.event(has(({ stream, text }) => stream === 'stderr' && text === 'echo hello'));
    appendServerLog(page.host, {
      server: 'elsewhere',
      level: 'warning',
      ...logEvent('stderr', 'from another program'),
    });
    await page.event(has(({ server, level }) => server === 'elsewhere' && level === 'warning'));
    const told = page.events.flatMap((event) => (event.type === 'log' ? event.lines : []));
    expect(told.map(({ id }) => id)).toEqual(told.map((_, index) => index + (told[0]?.id ?? 0)));
    expect((await logs(page, '?server=elsewhere')).lines).toHaveLength(1);
  });

  it('are limited on request, filtered by time, and report invalid queries', async () => {
    const page = benchPage();
    for (let count = 0; count < 30; count += 1)
      appendServerLog(page.host, { server: 'bench', level: 'info', message: `line ${count}` });
    const cut = await logs(page, '?limit=10');
    expect(cut).toMatchObject({ isCut: true });
    expect(cut.lines.map(({ text }) => text).at(-1)).toBe('line 29');
    expect(cut.lines).toHaveLength(10);
    expect((await logs(page, '?since=2999-01-01T00:00:00Z')).lines).toEqual([]);
    expect(await page.get('logs?limit=0')).toMatchObject({ status: 400, body: { error: { field: 'limit' } } });
  });

  it('never hold a secret', async () => {
    const page = benchPage();
    await logs(page);
    await callOf(page, { ...echo, arguments: { message: secret } });
    await page.event(has(({ stream }) => stream === 'stderr'));
    const said = JSON.stringify([await logs(page), page.events.filter(({ type }) => type === 'log')]);
    expect(said).toContain('••••');
    expect(said).not.toContain(secret);
  });
});
