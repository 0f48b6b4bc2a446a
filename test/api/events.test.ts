import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiEvent } from '../../src/api/contract/events.ts';
import { createEventHub, type EventHub } from '../../src/api/events/event-hub.ts';
import { eventStream } from '../../src/api/events/event-stream.ts';
import { type Api, startApi } from './support/api.ts';

const news = (server: string): ApiEvent => ({ type: 'tools.changed', server });

interface Listener {
  /** The next text that is sent. */
  next(): Promise<string>;
  /** The next event, whatever else is said before it. */
  event(): Promise<{ id: string; event: ApiEvent }>;
  leave(): Promise<void>;
}

function listenerOf(stream: ReadableStream<Uint8Array>): Listener {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  const next = async (): Promise<string> => {
    while (!rest.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('Nobody says anything more.');
      rest += decoder.decode(value, { stream: true });
    }
    const end = rest.indexOf('\n\n');
    const text = rest.slice(0, end);
    rest = rest.slice(end + 2);
    return text;
  };
  const event: Listener['event'] = async () => {
    const [, id = '', type, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(await next()) ?? [];
    if (data === undefined) return event();
    expect((JSON.parse(data) as ApiEvent).type).toBe(type);
    return { id, event: JSON.parse(data) as ApiEvent };
  };
  return { next, event, leave: async () => reader.cancel() };
}

async function listen({ url, cookie }: Api, lastEventId?: string): Promise<Listener> {
  const headers = { cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const { body, status, headers: got } = await fetch(`${url}/api/events`, { headers });
  expect({ status, type: got.get('content-type') }).toEqual({ status: 200, type: 'text/event-stream; charset=utf-8' });
  const listener = listenerOf(body as ReadableStream<Uint8Array>);
  onTestFinished(() => listener.leave().catch(() => {}));
  return listener;
}

describe('GET /api/events', () => {
  it('says where things stand, and then everything that happens', async () => {
    const api = await startApi();
    const page = await listen(api);
    expect(await page.next()).toMatch(/^retry: 1000\nid: [0-9a-f]+-0$/);
    api.context.events.publish(news('a'));
    api.context.events.publish(news('b\n\ndata: {}'));
    expect((await page.event()).event).toEqual(news('a'));
    expect((await page.event()).event).toEqual(news('b\n\ndata: {}'));
  });

  it('tells a page that comes back what it has missed, and only that', async () => {
    const api = await startApi();
    const page = await listen(api);
    api.context.events.publish(news('heard'));
    const { id } = await page.event();
    await page.leave();
    api.context.events.publish(news('missed 1'));
    api.context.events.publish(news('missed 2'));
    const again = await listen(api, id);
    expect((await again.event()).event).toEqual(news('missed 1'));
    expect((await again.event()).event).toEqual(news('missed 2'));
  });

  it.each(['never-heard-1', 'abc', '', '000000000000-0'])('starts over with a page that heard %j last', async (id) => {
    const api = await startApi();
    const page = await listen(api, id);
    expect((await page.event()).event).toEqual({ type: 'reset' });
    api.context.events.publish(news('after'));
    expect((await page.event()).event).toEqual(news('after'));
  });

  it('knows how many pages look', async () => {
    const api = await startApi();
    const counts: number[] = [];
    const isEmpty = new Promise<void>((done) => {
      api.context.presence.onChange((pages) => {
        counts.push(pages);
        if (pages === 0) done();
      });
    });
    const [one, two] = [await listen(api), await listen(api)];
    await one.leave();
    await two.leave();
    await isEmpty;
    expect(counts).toEqual([1, 2, 1, 0]);
  });
});

describe('the stream of a hub', () => {
  const open = (hub: EventHub, heartbeatMs = 60_000, lastEventId?: string): Listener => {
    const listener = listenerOf(eventStream(hub, { heartbeatMs, lastEventId }));
    onTestFinished(() => listener.leave());
    return listener;
  };

  it('starts over with a page that has missed more than is kept', async () => {
    const hub = createEventHub(3);
    const page = open(hub);
    const [, at = ''] = /id: (.*)/.exec(await page.next()) ?? [];
    for (const name of ['1', '2', '3']) hub.publish(news(name));
    expect((await open(hub, 60_000, at).event()).event).toEqual(news('1'));
    hub.publish(news('4'));
    expect((await open(hub, 60_000, at).event()).event).toEqual({ type: 'reset' });
    // One that is there all the time and does not read is no better off.
    for (const name of ['5', '6', '7', '8']) hub.publish(news(name));
    const heard: string[] = [];
    while (heard.at(-1) !== 'reset' && heard.length < 8) heard.push((await page.event()).event.type);
    expect(heard).toContain('reset');
  });

  it('says that it is still there when nothing happens', async () => {
    const page = open(createEventHub(), 1);
    await page.next();
    expect([await page.next(), await page.next()]).toEqual([': still here', ': still here']);
  });
});

describe('files', () => {
  it('are told about when another program writes, replaces or removes them', async () => {
    const api = await startApi();
    const page = await listen(api);
    const file = join(api.home, '.cursor', 'mcp.json');
    mkdirSync(join(api.home, '.cursor'));
    writeFileSync(file, '{"mcpServers":{}}');
    expect((await page.event()).event).toEqual({ type: 'config.changed', files: [file], by: 'other' });
    rmSync(file);
    expect((await page.event()).event).toEqual({ type: 'config.changed', files: [file], by: 'other' });
  });

  it('that the page itself has written are told about once', async () => {
    const file = '.cursor/mcp.json';
    const api = await startApi({ files: { [file]: '{}' } });
    const page = await listen(api);
    const path = join(api.home, file);
    writeFileSync(path, '{"mcpServers":{}}');
    api.context.wrote([path]);
    const other = join(api.project, '.mcp.json');
    expect((await page.event()).event).toEqual({ type: 'config.changed', files: [path], by: 'page' });
    expect((await page.event()).event).toEqual({ type: 'history.changed' });
    writeFileSync(other, '{}');
    expect((await page.event()).event).toEqual({ type: 'config.changed', files: [other], by: 'other' });
  });

  it('in which people have decided something count as decisions', async () => {
    const api = await startApi();
    const page = await listen(api);
    mkdirSync(join(api.home, 'own', 'state'), { recursive: true });
    writeFileSync(join(api.home, 'own', 'state', 'approvals.json'), '{}');
    expect((await page.event()).event).toEqual({ type: 'approvals.changed' });
  });
});
