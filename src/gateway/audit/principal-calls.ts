import { LOCAL } from '../auth/principal.ts';
import { counter, type Sample, summary } from './prometheus-text.ts';
import { RecentDurations } from './recent-durations.ts';

/** Further principals are counted together, because each one is a time series. */
const MAX_PRINCIPALS = 500;
const OTHERS = 'others';

interface Counted {
  readonly outcomes: Map<string, number>;
  readonly recent: RecentDurations;
  /** Of all calls, in milliseconds. */
  sumMs: number;
  count: number;
}

/** Counts calls by principal and outcome, with their durations. */
export class PrincipalCalls {
  readonly #calls = new Map<string, Counted>();

  add(principal: string = LOCAL.id, outcome: string, ms: number): void {
    const name = this.#calls.has(principal) || this.#calls.size < MAX_PRINCIPALS ? principal : OTHERS;
    let counted = this.#calls.get(name);
    if (!counted)
      this.#calls.set(name, (counted = { outcomes: new Map(), recent: new RecentDurations(), sumMs: 0, count: 0 }));
    counted.outcomes.set(outcome, (counted.outcomes.get(outcome) ?? 0) + 1);
    counted.recent.add(ms);
    counted.sumMs += ms;
    counted.count += 1;
  }

  text(): string {
    const samples = [...this.#calls].flatMap(([principal, { outcomes }]) =>
      [...outcomes].map(([outcome, value]) => ({ labels: { principal, outcome }, value })),
    );
    const durations = [...this.#calls].flatMap(([principal, counted]) => durationSamples(principal, counted));
    return [
      counter('plugboard_principal_calls_total', 'Finished calls by principal.', samples),
      // A histogram would be 16 time series per principal; these are four.
      summary(
        'plugboard_principal_call_duration_seconds',
        'Duration of calls by principal. Quantiles of the last 256.',
        durations,
      ),
    ].join('');
  }
}

function durationSamples(principal: string, { recent, sumMs, count }: Counted): Sample[] {
  const [p50 = 0, p99 = 0] = recent.quantiles([0.5, 0.99]) ?? [];
  return [
    { labels: { principal, quantile: '0.5' }, value: p50 / 1000 },
    { labels: { principal, quantile: '0.99' }, value: p99 / 1000 },
    { suffix: '_sum', labels: { principal }, value: sumMs / 1000 },
    { suffix: '_count', labels: { principal }, value: count },
  ];
}
