import type { GatewayHealth, ServerHealth } from '../../gateway/session/session.ts';
import { compareNames } from '../../model/server-name.ts';
import type { CallFigures, GatewayFigures, GatewayServer } from '../contract/gateways.ts';
import { sanitized } from '../views/words.ts';
import { type MetricSample, metricSamples } from './metric-samples.ts';

/** The figures of a gateway from its own `/health` and `/metrics`. All calls are counted by the same metrics. */
export function gatewayFigures(health: GatewayHealth, metrics: string, at: number): GatewayFigures {
  const samples = metricSamples(metrics);
  const value = (name: string): number => samples.find((sample) => sample.name === name)?.value ?? 0;
  const byServer = callsBy('server', 'plugboard_calls_total', samples);
  const byPrincipal = callsBy('principal', 'plugboard_principal_calls_total', samples);
  return {
    at,
    sessions: value('plugboard_http_sessions'),
    pending: value('plugboard_http_pending'),
    streams: value('plugboard_http_streams'),
    calls: [...byServer.values()].reduce(added, none),
    servers: health.servers
      .map((server) => serverFigures(server, byServer.get(server.name) ?? none))
      .toSorted((a, b) => compareNames(a.name, b.name)),
    principals: Array.from(byPrincipal, ([name, calls]) => ({ name: sanitized(name), calls })).toSorted(
      (a, b) => b.calls.finished - a.calls.finished || compareNames(a.name, b.name),
    ),
  };
}

const none: CallFigures = { finished: 0, failed: 0 };

function added(a: CallFigures, b: CallFigures): CallFigures {
  return { finished: a.finished + b.finished, failed: a.failed + b.failed };
}

/** Outcomes that are not a failure of the server or the gateway. */
const fine: ReadonlySet<string> = new Set(['ok', 'cancelled']);

function callsBy(label: string, metric: string, samples: readonly MetricSample[]): Map<string, CallFigures> {
  const calls = new Map<string, CallFigures>();
  for (const { name, labels, value } of samples) {
    if (name !== metric) continue;
    const key = labels.get(label) ?? '';
    const failed = fine.has(labels.get('outcome') ?? '') ? 0 : value;
    calls.set(key, added(calls.get(key) ?? none, { finished: value, failed }));
  }
  return calls;
}

function serverFigures(server: ServerHealth, calls: CallFigures): GatewayServer {
  const { name, state, reason, tools, quarantined, inFlight, p50, p99 } = server;
  return {
    name,
    state,
    ...(reason !== undefined && { reason: sanitized(reason) }),
    tools,
    quarantined: quarantined.map(sanitized),
    inFlight,
    calls,
    ...(p50 !== undefined && { p50 }),
    ...(p99 !== undefined && { p99 }),
  };
}
