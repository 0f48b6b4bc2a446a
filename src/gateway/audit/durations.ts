import { histogram, type Sample } from './prometheus-text.ts';

/** Upper ends of the classes that durations are counted in, in seconds. */
const CLASSES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Counted {
  /** How many fell into each class, and not into the one before. */
  readonly classes: number[];
  sum: number;
  count: number;
}

/** How long calls took, by server. */
export class Durations {
  readonly #servers = new Map<string, Counted>();

  add(server: string, seconds: number): void {
    let counted = this.#servers.get(server);
    if (!counted) this.#servers.set(server, (counted = { classes: CLASSES.map(() => 0), sum: 0, count: 0 }));
    let at = 0;
    while (seconds > (CLASSES[at] ?? Infinity)) at += 1;
    if (at < CLASSES.length) counted.classes[at] = (counted.classes[at] ?? 0) + 1;
    counted.sum += seconds;
    counted.count += 1;
  }

  text(): string {
    const samples = [...this.#servers].flatMap(([server, counted]) => samplesOf(server, counted));
    return histogram('plugboard_call_duration_seconds', 'How long calls took.', samples);
  }
}

/** Prometheus wants each class to hold the smaller ones as well. */
function samplesOf(server: string, { classes, sum, count }: Counted): Sample[] {
  let all = 0;
  const buckets = CLASSES.map((end, at): Sample => {
    all += classes[at] ?? 0;
    return { suffix: '_bucket', labels: { server, le: String(end) }, value: all };
  });
  return [
    ...buckets,
    { suffix: '_bucket', labels: { server, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { server }, value: sum },
    { suffix: '_count', labels: { server }, value: count },
  ];
}
