import { describe, expect, it } from 'vitest';
import { answerAll, scriptedGateway, type ScriptedSession } from './support/scripted-gateway.ts';
import { ask, front, listen, modern, type Message, type Sent } from './support/visitor.ts';

const dataOf = (event: { readonly data: string } | undefined): Message => JSON.parse(event?.data ?? 'null');
const POLL = { timeout: 30_000 };
const CALL = modern('tools/call', { name: 'x', arguments: {} });
const DISCOVER = modern('server/discover');
const without = (sent: Sent, ...names: string[]): Sent => ({
  ...sent,
  headers: Object.fromEntries(Object.entries(sent.headers ?? {}).filter(([name]) => !names.includes(name))),
});
const withMeta = (changes: Record<string, unknown>): Sent => {
  const body = structuredClone(DISCOVER.body) as Message;
  for (const [key, value] of Object.entries(changes)) body.params['_meta'][`io.modelcontextprotocol/${key}`] = value;
  return { headers: DISCOVER.headers, body };
};

describe('requests of the modern era', () => {
  it('need no session and get none', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const answer = await ask(door, { ...DISCOVER, headers: { ...DISCOVER.headers, 'mcp-session-id': 'ignored' } });
    expect([answer.status, answer.headers['mcp-session-id']]).toEqual([200, undefined]);
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: 1, result: { method: 'server/discover' } });
    await ask(door, CALL);
    expect(gateway.sessions.map(({ options }) => options)).toEqual([{ isStateless: true }]);
  });

  it('are told apart though they have the same id', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const asked = ['one', 'two'].map(async (name) => ask(door, modern('hang', { name }, 'same')));
    const session = async (): Promise<ScriptedSession> => {
      await expect.poll(() => gateway.sessions[0]?.received.length, POLL).toBe(2);
      return gateway.sessions[0] as ScriptedSession;
    };
    const { received, send } = await session();
    for (const { id, params } of received.toReversed()) send({ id: id ?? '', result: params?.['name'] }, id ?? '');
    const answers = await Promise.all(asked);
    expect(answers.map(({ json }) => json)).toMatchObject([
      { id: 'same', result: 'one' },
      { id: 'same', result: 'two' },
    ]);
  });

  it('keep an id that is a number, also within much text', async () => {
    const door = await front(scriptedGateway());
    const text = `${'x'.repeat(200_000)} $& \u2028`;
    const { json } = await ask(door, modern('tools/call', { name: 'x', arguments: { text } }, 5));
    expect([json.id, json.result.params.arguments.text]).toEqual([5, text]);
  });

  it('have views of their own', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    await ask(door, { ...DISCOVER, path: '/mcp/codex' });
    await ask(door, { ...DISCOVER, path: '/mcp/cursor' });
    expect(gateway.sessions.map(({ options }) => options.view)).toEqual(['codex', 'cursor']);
  });

  it('stream what comes before their answer, and are cancelled by hanging up', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const streaming = listen(door, modern('hang', {}, 3));
    const { id = null } = await gateway.until('hang');
    const session = gateway.sessions[0] as ScriptedSession;
    session.send({ method: 'notifications/progress', params: { progress: 1 } }, id ?? '');
    const stream = await streaming;
    expect(dataOf(await stream.next())).toMatchObject({ params: { progress: 1 } });
    stream.drop();
    await expect.poll(() => session.dropped, POLL).toEqual([id]);
    session.send({ id, result: {} }, id ?? '');
  });

  it('are cancelled by hanging up before anything has come', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const hangUp = new AbortController();
    const asked = ask(door, { ...modern('hang'), signal: hangUp.signal });
    await gateway.until('hang');
    hangUp.abort();
    await expect(asked).rejects.toThrow(/abort/);
    await expect.poll(() => gateway.sessions[0]?.dropped.length, POLL).toBe(1);
  });

  it('listen to changes under their own id', async () => {
    const key = 'io.modelcontextprotocol/subscriptionId';
    const gateway = scriptedGateway(({ id, method }, session) => {
      const params = { _meta: { [key]: id } };
      if (method === 'subscriptions/listen') {
        session.send({ method: 'notifications/subscriptions/acknowledged', params }, id ?? '');
        session.send({ method: 'notifications/tools/list_changed', params }, id ?? '');
      }
    });
    const door = await front(gateway);
    const stream = await listen(
      door,
      modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, 12),
    );
    expect(dataOf(await stream.next())).toMatchObject({ params: { _meta: { [key]: 12 } } });
    expect(dataOf(await stream.next())).toMatchObject({ method: 'notifications/tools/list_changed' });
    const { id } = await gateway.until('subscriptions/listen');
    gateway.sessions[0]?.send({ id: id ?? '', result: { _meta: { [key]: id } } }, id ?? '');
    expect(dataOf(await stream.next())).toMatchObject({ id: 12, result: { _meta: { [key]: 12 } } });
    expect(await stream.next()).toBeUndefined();
  });

  it('send notifications without an answer', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const body = { jsonrpc: '2.0', method: 'notifications/anything', params: {} };
    expect((await ask(door, { headers: { 'mcp-protocol-version': '2026-07-28' }, body })).status).toBe(202);
    expect(gateway.sessions[0]?.received).toEqual([body]);
  });
});

describe('the status of an error', () => {
  it.each([
    [-32_601, 404],
    [-32_021, 400],
    [-32_022, 400],
    [-32_020, 400],
    [-32_602, 200],
    [-32_603, 200],
    [-32_000, 200],
  ])('%i is %i', async (code, status) => {
    const door = await front(
      scriptedGateway(({ id = null }, session) => session.send({ id, error: { code, message: '' } }, id ?? '')),
    );
    const answer = await ask(door, modern('tools/call', { name: 'x' }, 8));
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([status, 8, code]);
  });
});

describe('headers that repeat a request', () => {
  const header = (sent: Sent, headers: Sent['headers']): Sent => ({
    ...sent,
    headers: { ...sent.headers, ...headers },
  });
  it.each([
    ['no version', without(DISCOVER, 'mcp-protocol-version'), -32_020],
    ['no method', without(DISCOVER, 'mcp-method'), -32_020],
    ['no name', without(CALL, 'mcp-name'), -32_020],
    ['another version', withMeta({ protocolVersion: '2027-01-01' }), -32_020],
    ['another method', header(DISCOVER, { 'mcp-method': 'tools/list' }), -32_020],
    ['a method in capitals', header(DISCOVER, { 'mcp-method': 'SERVER/DISCOVER' }), -32_020],
    ['another name', header(CALL, { 'mcp-name': 'y' }), -32_020],
    ['another URI', header(modern('resources/read', { uri: 'a://b' }), { 'mcp-name': 'a://c' }), -32_020],
    ['a name in broken base64', header(CALL, { 'mcp-name': '=?base64?eA?=' }), -32_020],
    [
      'initialize',
      header({ body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} } }, DISCOVER.headers),
      -32_020,
    ],
    ['no envelope', header({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, DISCOVER.headers), -32_602],
    ['no version in the envelope', withMeta({ protocolVersion: undefined }), -32_602],
    ['no capabilities', withMeta({ clientCapabilities: undefined }), -32_602],
    ['a version that is no text', withMeta({ protocolVersion: 7 }), -32_602],
    ['a version nobody knows', header(withMeta({ protocolVersion: 'v9' }), { 'mcp-protocol-version': 'v9' }), -32_022],
  ] as [string, Sent, number][])('refused: %s', async (_, sent, code) => {
    const gateway = scriptedGateway();
    const { status, json } = await ask(await front(gateway), sent);
    expect([status, json.id, json.error.code]).toEqual([400, 1, code]);
    expect(gateway.sessions).toEqual([]);
  });

  it('names the supported revisions', async () => {
    const sent = header(withMeta({ protocolVersion: 'v9' }), { 'mcp-protocol-version': 'v9' });
    const { json } = await ask(await front(scriptedGateway()), sent);
    expect(json.error.data).toEqual({ supported: ['2026-07-28'], requested: 'v9' });
  });

  it.each([
    ['space around it', header(CALL, { 'mcp-name': '  x  ' })],
    [
      'capital letters in its name',
      { ...without(CALL, 'mcp-method'), ...header(without(CALL, 'mcp-method'), { 'MCP-METHOD': 'tools/call' }) },
    ],
    ['a name in base64', header(modern('tools/call', { name: 'ü' }), { 'mcp-name': '=?base64?w7w=?=' })],
    ['no client', withMeta({ clientInfo: undefined })],
  ] as [string, Sent][])('taken: %s', async (_, sent) => {
    expect((await ask(await front(scriptedGateway(answerAll)), sent)).status).toBe(200);
  });
});

describe('headers that repeat arguments', () => {
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const size = { type: 'object', properties: { size: { type: 'integer', 'x-mcp-header': 'Size' } } };
  const tool = { name: 'x', inputSchema: { type: 'object', properties: { region, deep: size, other: {} } } };
  const gateway = (): ReturnType<typeof scriptedGateway> =>
    Object.assign(
      scriptedGateway(({ id = null }, session) => session.send({ id, result: {} }, id ?? '')),
      { toolList: () => JSON.stringify({ tools: [tool] }) },
    );
  it.each([
    [{ region: 'a' }, { region: 'a' }, 200],
    [{ region: 'a' }, {}, 400],
    [{ region: 'a' }, { region: 'b' }, 400],
    [{ region: 'Hello' }, { region: '=?base64?SGVsbG8=?=' }, 200],
    [{ region: 'Hello' }, { region: '=?base64?SGVsbG8?=' }, 400],
    [{ region: 'SGVsbG8=' }, { region: 'SGVsbG8=' }, 200],
    [{ region: null }, {}, 200],
    [{ other: 'a' }, { region: 'ignored' }, 200],
    [{ deep: { size: 42 } }, { size: '42.0' }, 200],
    [{ deep: { size: 42 } }, { size: '43' }, 400],
    [{ region: 'a', other: 'y'.repeat(5000) }, {}, 400],
  ])('%j with %j', async (values, given, status) => {
    const door = await front(gateway());
    const { headers, body } = modern('tools/call', { name: 'x', arguments: values }, 3);
    const own = Object.fromEntries(Object.entries(given).map(([name, value]) => [`Mcp-Param-${name}`, value]));
    const answer = await ask(door, { headers: { ...headers, ...own }, body });
    expect([answer.status, answer.json.id, answer.json.error?.code]).toEqual([
      status,
      3,
      status === 200 ? undefined : -32_020,
    ]);
  });
});
