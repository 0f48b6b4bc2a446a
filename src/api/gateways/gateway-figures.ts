import type { GatewayHealth, ServerHealth } from '../../gateway/session/session.ts';
import { compareNames } from '../../model/server-name.ts';
import { escapeHidden } from '../../model/visible.ts';
import type { CallDurations, CallFigures, GatewayFigures, GatewayServer } from '../contract/gateways.ts';
import { sanitized } from '../views/words.ts';
import { type MetricSample, metricSamples } from './metric-samples.ts';

/** The figures of a gateway from its own `/health` and `/metrics`. All calls are counted by the same metrics. */
export function gatewayFigures(health: GatewayHealth, metrics: string, at: number): GatewayFigures {
  const samples = metricSamples(metrics);
  const value = (name: string): number => samples.find((sample) => sample.name === name)?.value ?? 0;
  const byServer = callsBy('server', 'plugboard_calls_total', samples);
  const byPrincipal = callsBy('principal', 'plugboard_principal_calls_total', samples);
  const durations = durationsByPrincipal(samples);
  return {
    at,
    sessions: value('plugboard_http_sessions'),
    pending: value('plugboard_http_pending'),
    streams: value('plugboard_http_streams'),
    calls: [...byServer.values()].reduce(added, none),
    servers: health.servers
      .map((server) => serverFigures(server, byServer.get(server.name) ?? none))
      .toSorted((a, b) => compareNames(a.name, b.name)),
    // Subjects of some authorization servers look like secrets. Masked, all users would have the same name.
    principals: Array.from(byPrincipal, ([name, calls]) => ({
      name: escapeHidden(name),
      calls,
      ...durations.get(name),
    })).toSorted((a, b) => b.calls.finished - a.calls.finished || compareNames(a.name, b.name)),
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

const quantiles: ReadonlyMap<string, keyof CallDurations> = new Map([
  ['0.5', 'p50'],
  ['0.99', 'p99'],
]);

/** In the metrics, durations are seconds. */
function durationsByPrincipal(samples: readonly MetricSample[]): Map<string, CallDurations> {
  const durations = new Map<string, CallDurations>();
  for (const { name, labels, value } of samples) {
    const field = quantiles.get(labels.get('quantile') ?? '');
    if (name !== 'plugboard_principal_call_duration_seconds' || !field) continue;
    const principal = labels.get('principal') ?? '';
    durations.set(principal, { ...durations.get(principal), [field]: value * 1000 });
  }
  return durations;
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
