import type { Gateway } from '../session/session.ts';
import { BOUNDS, CallFigures } from './call-figures.ts';
import { metricsBody, type Resource, type Span, tracesBody } from './otlp-json.ts';

export interface TelemetryOptions extends Resource {
  /** Of a collector that accepts OTLP over HTTP as JSON, such as `http://127.0.0.1:4318`. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Masks secrets in names that servers and clients choose. */
  readonly mask?: (text: string) => string;
  /** Called when the collector does not accept data, and when it does again. */
  readonly tell?: (text: string) => void;
  readonly spansMs?: number;
  readonly metricsMs?: number;
}

const MAX_SPANS = 2048;
const AT_ONCE = 512;
const SEND_MS = 10_000;

export interface Telemetry {
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Sends a span for each call, and metrics, until it is closed. Data that cannot be sent is dropped. */
export function startTelemetry(gateway: Gateway, options: TelemetryOptions): Telemetry {
  const {
    endpoint,
    headers = {},
    mask = (text) => text,
    tell = () => {},
    spansMs = 5000,
    metricsMs = 60_000,
  } = options;
  const startedAt = Date.now();
  const figures = new CallFigures();
  let spans: Span[] = [];
  let dropped = 0;
  let isFailing = false;
  let sending = Promise.resolve();

  const post = async (path: string, body: object): Promise<void> => {
    const failure = await fetch(`${endpoint.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: mask(JSON.stringify(body)),
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok ? undefined : `status ${response.status}`;
      },
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (failure !== undefined && !isFailing) tell(`Telemetry cannot be sent to ${endpoint}: ${failure}`);
    if (failure === undefined && isFailing) tell(`Telemetry is sent again; ${dropped} spans were dropped.`);
    isFailing = failure !== undefined;
  };
  const sendSpans = async (): Promise<void> => {
    while (spans.length > 0) {
      const some = spans.slice(0, AT_ONCE);
      spans = spans.slice(AT_ONCE);
      await post('/v1/traces', tracesBody(options, some));
      if (isFailing) dropped += some.length;
    }
  };
  const sendMetrics = async (): Promise<void> =>
    post(
      '/v1/metrics',
      metricsBody(options, {
        startedAt,
        now: Date.now(),
        calls: figures.calls(),
        durations: figures.durations(),
        bounds: BOUNDS,
      }),
    );
  const inTurn = (work: () => Promise<void>): void => {
    sending = sending.then(work);
  };
  const timers = [
    setInterval(() => inTurn(sendSpans), spansMs).unref(),
    setInterval(() => inTurn(sendMetrics), metricsMs).unref(),
  ];
  const stop = gateway.onEvent((event) => {
    if (event.kind !== 'call') return;
    figures.add(event);
    const { trace } = event;
    if (!trace?.isSampled) return;
    if (spans.length < MAX_SPANS) spans.push({ event, trace, endedAt: Date.now() });
    else dropped += 1;
    if (spans.length === AT_ONCE) inTurn(sendSpans);
  });
  return {
    async close() {
      stop();
      for (const timer of timers) clearInterval(timer);
      inTurn(sendSpans);
      inTurn(sendMetrics);
      await sending;
    },
  };
}
