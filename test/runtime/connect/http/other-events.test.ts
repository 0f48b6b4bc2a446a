import { describe, expect, it } from 'vitest';
import { answerTo, type Handler, sseOnly, status } from '../../servers/http.mjs';
import { call } from '../../support/managed.ts';
import { rawTo } from '../../support/raw.ts';
import { butFor, sessionOver, started, to } from '../../support/remote.ts';

const echo = { name: 'echo', arguments: { a: 1 } };
const said = '{"a":1}';
const answered = { result: { content: [{ text: said }] } };

/** Data of events that are not messages, and not meant as such. */
const others = ['ping', 'null', '1', '"hello"', '[DONE]', '[]', '{}', '{"type":"heartbeat"}', '[{"a":1}]', '\u00A0'];

/** Answers in a stream, after events without a name. */
const afterOthers: Handler = ({ message }, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const data of others) response.write(`data: ${data}\n\n`);
  response.end(`data: ${JSON.stringify(answerTo(message))}\n\ndata: ping\n\n`);
};

/** The same behind a redirect, which another reader follows. */
const behindRedirect: Handler = (request, response) =>
  request.url === '/moved' ? afterOthers(request, response) : status(response, 307, '', { location: '/moved' });

const readers: [string, Handler][] = [
  ['at once', afterOthers],
  ['behind a redirect', behindRedirect],
];

describe.each(readers)('events that are no messages, %s', (_, handler) => {
  it('do not end a call', async () => {
    expect(await call(await sessionOver(butFor(handler)), 'echo', { a: 1 })).toBe(said);
  });

  it('do not end a message that is passed on, and are not passed on', async () => {
    const peer = await rawTo((await started(butFor(handler))).url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject(answered);
    expect(peer.heard).toEqual([expect.stringContaining('"result"')]);
  });

  it.each(['{"jsonrpc":"2.0","id":1,"result":{"a":NaN}}', '{"jsonrpc":"2.0"}', '{', '[{"id":1,"result":{}},7,{'])(
    'do not hide a damaged answer: %s',
    async (text) => {
      const damaged: Handler = (request, response) => {
        if (handler === behindRedirect && request.url !== '/moved') return behindRedirect(request, response);
        return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${text}\n\n`);
      };
      await expect(call(await sessionOver(butFor(damaged)), 'echo')).rejects.toThrow(/invalid response/);
    },
  );
});

it('count as keep-alive, so a stream of nothing else ends', async () => {
  const server = await started(
    butFor((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: ping\n\n'.repeat(50_000));
    }),
  );
  await expect(call(await to(server.url).ready(), 'echo')).rejects.toThrow(/empty lines/);
});

it('do not end the connection to a server of the oldest kind', async () => {
  const { handler, write } = sseOnly();
  const server = await started((request, response) => {
    if (request.message?.method === 'tools/call') for (const data of others) write(`data: ${data}\n\n`);
    return handler(request, response);
  });
  expect(await call(await to(server.url).ready(), 'echo', { a: 1 })).toBe(said);
  const peer = await rawTo(server.url);
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject(answered);
});
