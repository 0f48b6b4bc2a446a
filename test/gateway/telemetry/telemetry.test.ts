import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTelemetry } from '../../../src/gateway/telemetry/telemetry.ts';
import { readTraceparent } from '../../../src/runtime/connect/http/trace-context.ts';
import { modern as modernServer, startHttp } from '../../runtime/servers/http.mjs';
import { listening } from '../../runtime/sign-in/support/listening.ts';
import { ask, front, modern, type Message } from '../http/support/visitor.ts';
import { gatewayWith } from '../support/gateway-with.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

/** Accepts OTLP as JSON, as a collector does: anything that is not in the shape of the protocol fails the test. */
async function startCollector() {
  const server = createServer();
  const endpoint = await listening(server);
  const [spans, metrics, headers]: [Message[], Message[], IncomingHttpHeaders[]] = [[], [], []];
  let status = 200;
  server.on('request', (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      headers.push(request.headers);
      const body: Message = JSON.parse(text);
      if (status === 200 && request.url === '/v1/traces') spans.push(...spansIn(body));
      if (status === 200 && request.url === '/v1/metrics') metrics.push(...metricsIn(body));
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return { endpoint, spans, metrics, headers, answer: (with_: number) => void (status = with_) };
}

const nanos = expect.stringMatching(/^\d{19}$/) as string;
const attributes = (given: Message[]): Record<string, unknown> =>
  Object.fromEntries(
    given.map(({ key, value, ...rest }) => {
      expect(rest).toEqual({});
      const [[kind, content] = ['', undefined], ...others] = Object.entries(value as object);
      expect(others).toEqual([]);
      expect(kind).toMatch(/^(?:string|int|double|bool)Value$/);
      // 64-bit integers are texts in OTLP's JSON.
      expect(typeof content).toBe(
        { stringValue: 'string', intValue: 'string', doubleValue: 'number' }[kind] ?? 'boolean',
      );
      return [key, content];
    }),
  );

function scopesIn({ resource, ...rest }: Message, key: string): Message[] {
  expect(attributes(resource.attributes)).toMatchObject({ 'service.name': 'team', 'service.version': '1' });
  expect(Object.keys(rest)).toEqual([key]);
  return rest[key];
}

function spansIn({ resourceSpans, ...rest }: Message): Message[] {
  expect(rest).toEqual({});
  return resourceSpans
    .flatMap((one: Message) => scopesIn(one, 'scopeSpans'))
    .flatMap(({ scope, spans }: Message) => {
      expect(scope.name).toBe('plugboard');
      for (const span of spans) {
        expect(span).toMatchObject({ startTimeUnixNano: nanos, endTimeUnixNano: nanos, kind: 2 });
        expect(span.traceId).toMatch(/^[\da-f]{32}$/);
        expect(span.spanId).toMatch(/^[\da-f]{16}$/);
        expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
        expect([1, 2]).toContain(span.status.code);
      }
      return spans;
    });
}

function metricsIn({ resourceMetrics, ...rest }: Message): Message[] {
  expect(rest).toEqual({});
  return resourceMetrics
    .flatMap((one: Message) => scopesIn(one, 'scopeMetrics'))
    .flatMap(({ metrics }: Message) => {
      for (const { histogram } of metrics.filter((one: Message) => one.histogram)) {
        for (const { bucketCounts, explicitBounds, count } of histogram.dataPoints) {
          expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
          expect(bucketCounts.reduce((sum: number, one: string) => sum + Number(one), 0)).toBe(Number(count));
        }
      }
      return metrics;
    });
}

async function stage() {
  const upstream = await startHttp(modernServer);
  onTestFinished(async () => upstream.close());
  const collector = await startCollector();
  const gateway = gatewayWith([{ name: 'remote', server: { url: upstream.url } }], { isTraced: true });
  const told: string[] = [];
  const telemetry = startTelemetry(gateway, {
    endpoint: `${collector.endpoint}/`,
    headers: { 'x-key': 'k' },
    serviceName: 'team',
    version: '1',
    instance: 'a',
    mask: (text) => text.replaceAll('hunter2', '***'),
    tell: (text) => told.push(text),
  });
  const door = await front(gateway);
  const { headers, body } = modern('tools/list');
  const listed = (await ask(door, { headers, body })).json.result.tools;
  const call = async (traceparent?: string, meta?: object): Promise<Message> => {
    const request = modern('tools/call', { name: listed[0].name, arguments: {} });
    Object.assign((request.body as Message).params['_meta'], meta);
    return (await ask(door, { ...request, headers: { ...request.headers, traceparent } })).json;
  };
  const sent = (): Message => upstream.requests.findLast(({ message }: Message) => message?.method === 'tools/call');
  return { collector, door, name: listed[0].name, telemetry, call, sent, told };
}

describe('telemetry', () => {
  test('continues the trace of the client, from the header or from _meta, to the server and to the collector', async () => {
    const { collector, telemetry, call, sent } = await stage();
    expect((await call(`00-${TRACE}-${PARENT}-01`)).error).toBeUndefined();
    const first = readTraceparent(sent().message.params['_meta'].traceparent);
    expect(first).toMatchObject({ traceId: TRACE, isSampled: true });
    expect(first?.spanId).not.toBe(PARENT);
    expect(sent().headers.traceparent).toBe(sent().message.params['_meta'].traceparent);
    // `_meta` belongs to the message, so it wins.
    await call(`00-${'1'.repeat(32)}-${PARENT}-01`, { traceparent: `00-${TRACE}-${PARENT}-00` });
    expect(readTraceparent(sent().message.params['_meta'].traceparent)).toMatchObject({
      traceId: TRACE,
      isSampled: false,
    });
    await call('00-nonsense\u00e4', {});
    await telemetry.close();
    // The client did not want the second one to be recorded; the third is a trace of its own.
    expect(collector.spans.map(({ traceId, parentSpanId }) => [traceId === TRACE, parentSpanId])).toEqual([
      [true, PARENT],
      [false, undefined],
    ]);
    const [span] = collector.spans;
    expect(span).toMatchObject({
      spanId: first?.spanId,
      name: expect.stringMatching(/^tools\/call /),
      status: { code: 1 },
    });
    expect(attributes(span.attributes)).toMatchObject({
      'mcp.method.name': 'tools/call',
      'plugboard.server': 'remote',
    });
    const [calls, durations] = collector.metrics;
    expect(calls).toMatchObject({ name: 'plugboard.calls', sum: { isMonotonic: true, aggregationTemporality: 2 } });
    expect(calls.sum.dataPoints.map(({ asInt }: Message) => asInt)).toEqual(['3']);
    expect(durations.histogram.dataPoints[0].count).toBe('3');
    expect(collector.headers[0]).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' });
  });

  test('a collector that refuses is reported once, and costs calls nothing', async () => {
    const { collector, telemetry, call, told } = await stage();
    collector.answer(503);
    for (let index = 0; index < 3; index += 1) expect((await call()).error).toBeUndefined();
    await telemetry.close();
    expect(told).toEqual([expect.stringContaining('status 503')]);
  });

  test('a number in _meta that cannot be repeated exactly is forwarded untouched, without a trace', async () => {
    const { door, name, sent } = await stage();
    const { headers, body } = modern('tools/call', { name, arguments: {} });
    const text = JSON.stringify(body).replace('"_meta":{', '"_meta":{"x":12345678901234567890,');
    const answer = await ask(door, { headers: { ...headers, traceparent: `00-${TRACE}-${PARENT}-01` }, body: text });
    expect(answer.json.error).toBeUndefined();
    expect(sent().message.params['_meta'].traceparent).toBeUndefined();
  });

  test('without it, messages are forwarded as they are', async () => {
    const upstream = await startHttp(modernServer);
    onTestFinished(async () => upstream.close());
    const door = await front(gatewayWith([{ name: 'remote', server: { url: upstream.url } }]));
    const { headers, body } = modern('tools/list');
    const [{ name }] = (await ask(door, { headers, body })).json.result.tools;
    const request = modern('tools/call', { name, arguments: {} });
    await ask(door, { ...request, headers: { ...request.headers, traceparent: `00-${TRACE}-${PARENT}-01` } });
    await expect.poll(() => upstream.asked()).toContain('POST tools/call');
    const sent = JSON.stringify(upstream.requests.map(({ headers: given, message }: Message) => [given, message]));
    expect(sent).not.toContain('traceparent');
  });
});
