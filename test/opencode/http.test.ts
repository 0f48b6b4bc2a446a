import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, type HttpFront, listenHttp } from '../../src/library/opencode.ts';
import { bits } from '../store/support/box.ts';
import { ambiguousHosts, rawStatus } from '../support/raw-request.ts';
import { openLegacy, post, postModern } from './support/http-client.ts';
import { appFor } from './support/in-process.ts';
import { asAnswer } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

let world: World;
let app: App;
let front: HttpFront;

beforeAll(async () => {
  world = await makeWorld();
  app = appFor(world, { MCP_TRANSPORT: 'http', MCP_HTTP_PORT: '0' }, []);
  front = await listenHttp(app);
});

afterAll(async () => {
  await front.close();
  await app.close();
  await world.model.close();
});

const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const tool = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 3,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** fetch does not let one choose these headers. */
function statusWith(headers: Record<string, string>, url = front.url): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
    asked.on('response', (response) => done(response.resume().statusCode));
    asked.on('error', fail);
    asked.end(JSON.stringify(list));
  });
}

describe('over HTTP', () => {
  it('says that it is well', async () => {
    const response = await fetch(new URL('/health', front.url));
    expect(await response.json()).toEqual({ status: 'ok', name: 'plugboard-opencode', version: '1.2.3' });
  });

  it('refuses a request that names two hosts', async () => {
    const port = Number(new URL(front.url).port);
    for (const lines of ambiguousHosts(port, '/health'))
      expect([lines, await rawStatus(port, lines)]).toEqual([lines, 400]);
    expect(await rawStatus(port, ['GET /health HTTP/1.1', `Host: 127.0.0.1:${port}`])).toBe(200);
  });

  it('rejects messages nested too deeply', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const body = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"opencode_run","arguments":${deep}}}`;
    const session = await openLegacy(front.url);
    for (const text of [body, '['.repeat(1_000_000)]) {
      const headers = { ...session, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const response = await fetch(front.url, { method: 'POST', headers, body: text });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('nested deeper than 256 levels');
    }
    expect((await post(front.url, list, session)).status).toBe(200);
  });

  it('serves clients with sessions, each with its own', async () => {
    const [first, second] = await Promise.all([openLegacy(front.url), openLegacy(front.url)]);
    expect(first['mcp-session-id']).not.toBe(second['mcp-session-id']);
    const { messages } = await post(front.url, list, first);
    expect(messages[0]?.result?.['tools']).toHaveLength(18);
    const gone = await fetch(front.url, { method: 'DELETE', headers: first });
    expect(gone.status).toBe(200);
    expect((await post(front.url, list, first)).status).toBe(404);
    expect((await post(front.url, list, second)).status).toBe(200);
  });

  it('serves clients without sessions', async () => {
    const { messages } = await postModern(front.url, 'tools/list');
    expect(messages[0]?.result).toMatchObject({ resultType: 'complete', ttlMs: expect.any(Number) });
    expect(messages[0]?.result?.['tools']).toHaveLength(18);
    const discovered = await postModern(front.url, 'server/discover');
    expect(discovered.messages[0]?.result?.['supportedVersions']).toContain('2026-07-28');
    const listed = await postModern(front.url, 'tools/call', { name: 'opencode_toolset_list', arguments: {} });
    expect(asAnswer(listed.messages[0]?.result ?? {}).data['toolsets']).toHaveLength(7);
  });

  it('counts what the protocol adds to an answer into its bound', async () => {
    const args = { maxChars: 1000 };
    const { messages } = await postModern(front.url, 'tools/call', { name: 'opencode_toolset_list', arguments: args });
    const text = JSON.stringify(messages[0]?.result);
    expect(text).toContain('serverInfo');
    expect(text.length).toBeLessThanOrEqual(1000);
  });

  it('works for many at once, in both ways', async () => {
    const session = await openLegacy(front.url);
    const answers = await Promise.all([
      post(front.url, tool('opencode_run', { prompt: 'Old way' }), session),
      postModern(front.url, 'tools/call', { name: 'opencode_run', arguments: { prompt: 'New way' } }),
      ...Array.from({ length: 10 }, () =>
        postModern(front.url, 'tools/call', { name: 'opencode_agent_list', arguments: {} }),
      ),
    ]);
    const data = answers.map(({ messages }) => asAnswer(messages.at(-1)?.result ?? {}));
    expect(data.map(({ isError }) => isError)).toEqual(answers.map(() => false));
    expect(data[0]?.data['answer']).toBe('You said: Old way');
    expect(data[1]?.data['answer']).toBe('You said: New way');
    expect(app.connection.processes).toHaveLength(1);
  });

  it('tells a session of tools that it has switched, and no other', async () => {
    const session = await openLegacy(front.url);
    const stop = new AbortController();
    const stream = await fetch(front.url, {
      headers: { ...session, accept: 'text/event-stream' },
      signal: stop.signal,
    });
    await post(front.url, tool('opencode_toolset_enable', { toolset: 'files' }), session);
    let text = '';
    for await (const bytes of stream.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(bytes);
      if (text.includes('notifications/tools/list_changed')) break;
    }
    stop.abort();
    const listed = await post(front.url, list, session);
    expect(listed.messages[0]?.result?.['tools']).toHaveLength(23);
    const other = await post(front.url, list, await openLegacy(front.url));
    expect(other.messages[0]?.result?.['tools']).toHaveLength(18);
    const { messages } = await postModern(front.url, 'tools/list');
    expect(messages[0]?.result?.['tools']).toHaveLength(18);
  });

  it('lets no page of the web in', async () => {
    expect(await statusWith({ host: 'evil.example' })).toBe(403);
    expect(await statusWith({ origin: 'https://evil.example' })).toBe(403);
    expect((await post(new URL('/other', front.url).href, list)).status).toBe(404);
  });

  it('lets in the names and sites that it is told of', async () => {
    const env = {
      MCP_HTTP_PORT: '0',
      OPENCODE_MCP_ALLOWED_HOSTS: 'mcp.example',
      OPENCODE_MCP_ALLOWED_ORIGINS: 'https://ui.example',
    };
    const behind = appFor(world, env, []);
    const { url, close } = await listenHttp(behind);
    const isRefused = async (headers: Record<string, string>): Promise<boolean> =>
      (await statusWith(headers, url)) === 403;
    expect(await isRefused({ host: 'mcp.example' })).toBe(false);
    expect(await isRefused({ host: 'ui.example' })).toBe(true);
    expect(await isRefused({ origin: 'https://ui.example' })).toBe(false);
    expect(await isRefused({ origin: 'https://evil.example' })).toBe(true);
    await close();
  });

  it('answers browsers that ask for a page of a site that it is told of, and no others', async () => {
    const env = { MCP_HTTP_PORT: '0', OPENCODE_MCP_ALLOWED_ORIGINS: 'https://ui.example, plain.example' };
    const guarded = appFor(world, { ...env, OPENCODE_MCP_TOKEN: 'let-me-in-0123456789' }, [], {});
    const { url, close } = await listenHttp(guarded);
    const ask = (origin: string, path = '/mcp'): Promise<Response> =>
      fetch(new URL(path, url), {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type, mcp-protocol-version, mcp-param-region',
          'access-control-request-private-network': 'true',
        },
      });
    for (const origin of ['https://ui.example', 'http://plain.example:8080']) {
      const { status, headers } = await ask(origin);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      const allowed = headers.get('access-control-allow-headers')?.split(', ');
      expect(allowed).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'mcp-session-id', 'mcp-protocol-version']),
      );
      expect(allowed).toContain('mcp-param-region');
      expect(headers.get('access-control-allow-private-network')).toBe('true');
      expect(headers.get('vary')).toBe('Origin');
      expect((await ask(origin, '/health')).status).toBe(204);
    }
    // Another scheme is another site; so is another name. Pages of this machine were not named.
    for (const origin of ['http://ui.example', 'https://ui.example.evil', 'null', 'http://localhost:5173']) {
      const { status, headers } = await ask(origin);
      expect([status >= 400, headers.get('access-control-allow-origin')]).toEqual([true, null]);
    }
    const origin = 'https://ui.example';
    const refused = await post(url, list, { origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    const token = { authorization: 'Bearer let-me-in-0123456789' };
    const session = await openLegacy(url, { ...token, origin });
    const listed = await post(url, list, session);
    expect(listed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(listed.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
    const own = await post(url, list, { ...session, origin: 'http://localhost' });
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    await close();
    await guarded.close();
  });

  it('takes no endless requests', async () => {
    expect((await post(front.url, JSON.stringify({ ...list, params: { x: 'x'.repeat(5_000_000) } }))).status).toBe(413);
    expect((await post(front.url, 'no json')).status).toBe(400);
  });

  it('asks for the token when there is one', async () => {
    const guarded = appFor(world, { MCP_HTTP_PORT: '0', OPENCODE_MCP_TOKEN: 'let-me-in-0123456789' }, [], {});
    const { url, close } = await listenHttp(guarded);
    const without = await post(url, list);
    expect(without.status).toBe(401);
    expect(without.headers.get('www-authenticate')).toBe('Bearer');
    expect((await post(url, list, { authorization: 'Bearer let-me-in' })).status).toBe(401);
    const session = await openLegacy(url, { authorization: 'Bearer let-me-in-0123456789' });
    expect((await post(url, list, session)).status).toBe(200);
    await close();
  });

  it('refuses without the token before it reads the body, and hangs up', async () => {
    const guarded = appFor(world, { MCP_HTTP_PORT: '0', OPENCODE_MCP_TOKEN: 'let-me-in-0123456789' }, [], {});
    const { url, close } = await listenHttp(guarded);
    const { hostname, port } = new URL(url);
    const read = (lines: readonly string[]): Promise<string> =>
      new Promise((done, fail) => {
        let text = '';
        const socket = connect(Number(port), hostname);
        socket.on('data', (data) => (text += String(data)));
        socket.on('error', fail);
        socket.on('close', () => done(text));
        socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      });
    const body = ['Transfer-Encoding: chunked', '', '5', 'begun'];
    expect(await read(['POST /mcp HTTP/1.1', `Host: ${hostname}:${port}`, ...body])).toMatch(/^HTTP\/1\.1 401 /);
    expect(await read(['POST //[ HTTP/1.1', `Host: ${hostname}:${port}`, ...body])).toMatch(/^HTTP\/1\.1 400 /);
    await close();
    await guarded.close();
  });

  it('asks for a token that it keeps when none is given, also on this machine', async () => {
    const guarded = appFor(world, { MCP_HTTP_PORT: '0' }, [], {});
    const { url, tokenFile = '', close } = await listenHttp(guarded);
    expect((await post(url, list)).status).toBe(401);
    expect((await post(url, list, { authorization: 'Bearer ' })).status).toBe(401);
    expect((await post(new URL('/other', url).href, list)).status).toBe(401);
    expect((await fetch(new URL('/health', url))).status).toBe(200);
    const token = readFileSync(tokenFile, 'utf8').trim();
    expect([token.length, bits(statSync(tokenFile).mode)]).toEqual([43, bits(0o600)]);
    const session = await openLegacy(url, { authorization: `Bearer ${token}` });
    expect((await post(url, list, session)).status).toBe(200);
    await close();
    const again = await listenHttp(guarded);
    expect((await post(again.url, list, { authorization: `Bearer ${token}` })).status).not.toBe(401);
    await again.close();
  });

  it('does not tell a page how it is', async () => {
    const origin = { origin: 'https://evil.example' };
    expect((await fetch(new URL('/health', front.url), { headers: origin })).status).toBe(403);
  });

  it('cannot be open to other machines', async () => {
    const open = appFor(world, { MCP_HTTP_PORT: '0', MCP_HTTP_HOST: '0.0.0.0' }, []);
    await expect(listenHttp(open)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/OPENCODE_MCP_TOKEN/),
    });
  });

  it('forgets servers of requests that are over', async () => {
    const before = watchers(app);
    for (let left = 5; left > 0; left -= 1) await postModern(front.url, 'tools/list');
    expect(watchers(app)).toBe(before);
  });
});

describe('resources and prompts', () => {
  const read = async (uri: string) => (await postModern(front.url, 'resources/read', { uri })).messages[0];

  it('are listed', async () => {
    const resources = (await postModern(front.url, 'resources/list')).messages[0]?.result?.['resources'];
    const templates = (await postModern(front.url, 'resources/templates/list')).messages[0]?.result?.[
      'resourceTemplates'
    ];
    const prompts = (await postModern(front.url, 'prompts/list')).messages[0]?.result?.['prompts'];
    expect(resources).toHaveLength(5);
    expect(templates).toHaveLength(3);
    expect(prompts).toHaveLength(5);
  });

  it('say what the tools say', async () => {
    const text = (message: Awaited<ReturnType<typeof read>>): string =>
      (message?.result?.['contents'] as { text: string }[] | undefined)?.[0]?.text ?? '';
    expect(JSON.parse(text(await read('opencode://status')))).toMatchObject({ healthy: true });
    expect(text(await read('opencode://config'))).toContain('stand-in');
    expect(JSON.parse(text(await read('opencode://agents')))).toHaveProperty('agents');
    expect(JSON.parse(text(await read('opencode://models')))).toHaveProperty('models');
    const { sessions } = JSON.parse(text(await read('opencode://sessions')));
    expect(text(await read(`opencode://session/${sessions[0].sessionId}`))).toContain('You said');
    expect(JSON.parse(text(await read(`opencode://session/${sessions[0].sessionId}/diff`)))).toHaveProperty('files');
    expect(JSON.parse(text(await read('opencode://file/src/shop.ts'))).content).toContain('export const open');
    expect((await read('opencode://file/nothing.ts'))?.error?.code).toBe(-32_602);
    expect((await read('opencode://session/ses_nobody'))?.error?.code).toBe(-32_602);
    expect((await read('opencode://nothing'))?.error?.code).toBe(-32_602);
  });

  it('prompts hold the task', async () => {
    const params = { name: 'review', arguments: { task: 'the till' } };
    const { messages } = await postModern(front.url, 'prompts/get', params);
    expect(JSON.stringify(messages[0]?.result)).toContain('the till');
  });
});

function watchers({ toolsets }: App): number {
  return toolsets.watching;
}
