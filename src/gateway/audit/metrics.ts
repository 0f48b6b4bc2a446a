import type { Gateway, GatewayEvent, GatewayHealth } from '../session/session.ts';
import { Durations } from './durations.ts';
import { PrincipalCalls } from './principal-calls.ts';
import { counter, gauge, type Sample } from './prometheus-text.ts';

/** Metrics of the HTTP server. */
export interface FrontFigures {
  readonly sessions: number;
  readonly pending: number;
  readonly streams: number;
}

/** Only these methods become labels, because a client can send any. */
const methods = ['tools/call', 'tools/list', 'resources/read', 'prompts/get', 'completion/complete'];

/** Collects metrics of a gateway, starting when it is created. */
export class Metrics {
  readonly stop: () => void;
  /** By server, method and outcome. Nested, because a combined string key would be built for every call. */
  readonly #calls = new Map<string, Map<string, Map<string, number>>>();
  readonly #durations = new Durations();
  readonly #bytes = new Map<string, { in: number; out: number }>();
  readonly #responses = new Map<number, number>();
  readonly #principals = new PrincipalCalls();

  constructor(gateway: Gateway) {
    this.stop = gateway.onEvent((event) => {
      if (event.kind === 'call') this.#countCall(event);
    });
  }

  countResponse(status: number): void {
    this.#responses.set(status, (this.#responses.get(status) ?? 0) + 1);
  }

  /** All metrics in the Prometheus text format. */
  text(health: GatewayHealth, figures: FrontFigures): string {
    return this.#callText() + serverText(health) + this.#frontText(figures) + processText();
  }

  #countCall(event: Extract<GatewayEvent, { kind: 'call' }>): void {
    const { server, outcome, ms, bytesIn, bytesOut } = event;
    const method = methods.includes(event.method) ? event.method : 'other';
    const outcomes = entryOf(entryOf(this.#calls, server), method);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    this.#principals.add(event.principal, outcome, ms);
    this.#durations.add(server, ms / 1000);
    let bytes = this.#bytes.get(server);
    if (!bytes) this.#bytes.set(server, (bytes = { in: 0, out: 0 }));
    bytes.in += bytesIn;
    bytes.out += bytesOut;
  }

  #callText(): string {
    const bytes = [...this.#bytes];
    const sent = bytes.map(([server, sum]) => ({ labels: { server }, value: sum.in }));
    const received = bytes.map(([server, sum]) => ({ labels: { server }, value: sum.out }));
    return [
      counter('plugboard_calls_total', 'Finished calls.', this.#callSamples()),
      this.#principals.text(),
      this.#durations.text(),
      counter('plugboard_request_bytes_total', 'Size of the requests to a server.', sent),
      counter('plugboard_response_bytes_total', 'Size of the responses of a server.', received),
    ].join('');
  }

  #callSamples(): Sample[] {
    return [...this.#calls].flatMap(([server, methods]) =>
      [...methods].flatMap(([method, outcomes]) =>
        [...outcomes].map(([outcome, value]) => ({ labels: { server, method, outcome }, value })),
      ),
    );
  }

  #frontText({ sessions, pending, streams }: FrontFigures): string {
    const responses = [...this.#responses].map(([status, value]) => ({ labels: { status: String(status) }, value }));
    return [
      counter('plugboard_http_responses_total', 'HTTP responses by status.', responses),
      gauge('plugboard_http_pending', 'Requests in flight.', [{ value: pending }]),
      gauge('plugboard_http_streams', 'Open streams.', [{ value: streams }]),
      gauge('plugboard_http_sessions', 'Clients with a session.', [{ value: sessions }]),
    ].join('');
  }
}

function entryOf<T>(all: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let entry = all.get(key);
  if (!entry) all.set(key, (entry = new Map<string, T>()));
  return entry;
}

function serverText({ servers }: GatewayHealth): string {
  const each = (value: (server: (typeof servers)[number]) => number): Sample[] =>
    servers.map((server) => ({ labels: { server: server.name }, value: value(server) }));
  const states = servers.map(({ name, state }) => ({ labels: { server: name, state }, value: 1 }));
  return [
    gauge('plugboard_server_state', 'State of a server.', states),
    gauge(
      'plugboard_server_tools',
      'Offered tools.',
      each(({ tools }) => tools),
    ),
    gauge(
      'plugboard_server_quarantined_tools',
      'Withheld tools.',
      each((server) => server.quarantined.length),
    ),
    gauge(
      'plugboard_server_links',
      'Open connections to a server.',
      each(({ links }) => links),
    ),
    gauge(
      'plugboard_server_calls_in_flight',
      'Calls in flight.',
      each(({ inFlight }) => inFlight),
    ),
  ].join('');
}

function processText(): string {
  const { user, system } = process.cpuUsage();
  const began = Math.round(Date.now() / 1000 - process.uptime());
  return [
    counter('process_cpu_seconds_total', 'CPU time.', [{ value: (user + system) / 1e6 }]),
    gauge('process_resident_memory_bytes', 'Resident memory.', [{ value: process.memoryUsage.rss() }]),
    gauge('process_start_time_seconds', 'Start time of the process.', [{ value: began }]),
  ].join('');
}
