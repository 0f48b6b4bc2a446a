import { histogram, type Sample } from './prometheus-text.ts';

/** Upper bounds of the histogram buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Histogram {
  /** Calls per bucket, not cumulative. */
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** Histogram of call durations by server. */
export class Durations {
  readonly #servers = new Map<string, Histogram>();

  add(server: string, seconds: number): void {
    let counted = this.#servers.get(server);
    if (!counted) this.#servers.set(server, (counted = { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }));
    let at = 0;
    while (seconds > (BUCKETS[at] ?? Infinity)) at += 1;
    if (at < BUCKETS.length) counted.buckets[at] = (counted.buckets[at] ?? 0) + 1;
    counted.sum += seconds;
    counted.count += 1;
  }

  text(): string {
    const samples = [...this.#servers].flatMap(([server, counted]) => samplesOf(server, counted));
    return histogram('plugboard_call_duration_seconds', 'Duration of calls.', samples);
  }
}

/** Prometheus buckets are cumulative. */
function samplesOf(server: string, { buckets, sum, count }: Histogram): Sample[] {
  let all = 0;
  const cumulative = BUCKETS.map((end, at): Sample => {
    all += buckets[at] ?? 0;
    return { suffix: '_bucket', labels: { server, le: String(end) }, value: all };
  });
  return [
    ...cumulative,
    { suffix: '_bucket', labels: { server, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { server }, value: sum },
    { suffix: '_count', labels: { server }, value: count },
  ];
}
