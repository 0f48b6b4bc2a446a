import type { CallTrace } from '../../runtime/connect/http/trace-context.ts';
import type { GatewayEvent } from '../session/session.ts';

export type CallEvent = Extract<GatewayEvent, { kind: 'call' }>;

type AttributeValue = string | number | boolean;
type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** A finished span, before it is written. */
export interface Span {
  readonly event: CallEvent;
  readonly trace: CallTrace;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
}

export interface Resource {
  readonly serviceName: string;
  readonly version: string;
  /** Identifies this process among replicas. */
  readonly instance: string;
}

const SERVER_SPAN = 2;
const OK = 1;
const ERROR = 2;
const CUMULATIVE = 2;

/** The body of a request to `/v1/traces`. */
export function tracesBody(resource: Resource, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      { resource: resourceOf(resource), scopeSpans: [{ scope: scopeOf(resource), spans: spans.map(spanOf) }] },
    ],
  };
}

function spanOf({ event, trace, endedAt }: Span): object {
  const { method, item, outcome } = event;
  const isFailed = outcome === 'error' || outcome === 'timeout' || outcome === 'tool-error';
  return {
    traceId: trace.traceId,
    spanId: trace.spanId,
    ...(trace.parentId !== undefined && { parentSpanId: trace.parentId }),
    name: item !== undefined && method === 'tools/call' ? `${method} ${item}` : method,
    kind: SERVER_SPAN,
    startTimeUnixNano: nanoseconds(endedAt - event.ms),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(callAttributes(event)),
    status: { code: isFailed ? ERROR : OK },
  };
}

/** Names of the conventions for MCP where there are some. */
function callAttributes({
  method,
  server,
  item,
  outcome,
  code,
  principal,
  session,
  bytesIn,
  bytesOut,
}: CallEvent): Attributes {
  return {
    'mcp.method.name': method,
    'mcp.session.id': session,
    ...(method === 'tools/call' && { 'gen_ai.tool.name': item }),
    ...(method === 'prompts/get' && { 'gen_ai.prompt.name': item }),
    ...(method === 'resources/read' && { 'mcp.resource.uri': item }),
    'rpc.jsonrpc.error_code': code,
    'error.type': outcome === 'ok' ? undefined : outcome,
    'enduser.id': principal,
    'plugboard.server': server,
    'plugboard.request.size': bytesIn,
    'plugboard.response.size': bytesOut,
  };
}

/** A counter with its labels. */
export interface Counted {
  readonly labels: Attributes;
  readonly value: number;
}

export interface Distribution {
  readonly labels: Attributes;
  readonly count: number;
  readonly sum: number;
  readonly buckets: readonly number[];
}

export interface Measured {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
  readonly calls: readonly Counted[];
  readonly durations: readonly Distribution[];
  /** Upper bounds of the buckets, in seconds. */
  readonly bounds: readonly number[];
}

/** The body of a request to `/v1/metrics`. */
export function metricsBody(resource: Resource, { startedAt, now, calls, durations, bounds }: Measured): object {
  const times = { startTimeUnixNano: nanoseconds(startedAt), timeUnixNano: nanoseconds(now) };
  const sum = {
    name: 'plugboard.calls',
    description: 'Finished calls.',
    unit: '{call}',
    sum: {
      aggregationTemporality: CUMULATIVE,
      isMonotonic: true,
      dataPoints: calls.map(({ labels, value }) => ({
        attributes: attributesOf(labels),
        ...times,
        asInt: String(value),
      })),
    },
  };
  const histogram = {
    name: 'mcp.server.operation.duration',
    description: 'Duration of calls.',
    unit: 's',
    histogram: {
      aggregationTemporality: CUMULATIVE,
      dataPoints: durations.map((one) => ({
        attributes: attributesOf(one.labels),
        ...times,
        count: String(one.count),
        sum: one.sum,
        bucketCounts: one.buckets.map(String),
        explicitBounds: bounds,
      })),
    },
  };
  return {
    resourceMetrics: [
      {
        resource: resourceOf(resource),
        scopeMetrics: [{ scope: scopeOf(resource), metrics: [sum, histogram] }],
      },
    ],
  };
}

function resourceOf({ serviceName, version, instance }: Resource): object {
  const attributes = {
    'service.name': serviceName,
    'service.version': version,
    'service.instance.id': instance,
  };
  return { attributes: attributesOf(attributes) };
}

function scopeOf({ version }: Resource): object {
  return { name: 'plugboard', version };
}

const MAX_TEXT = 1024;

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: valueOf(value) }],
  );
}

/** 64-bit integers are texts in OTLP's JSON. */
function valueOf(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value.slice(0, MAX_TEXT) };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1000)) * 1000n}`;
}
