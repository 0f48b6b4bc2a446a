import type { CallEvent, Counted, Distribution } from './otlp-json.ts';

/** Upper bounds of the buckets, in seconds: those of the conventions. */
export const BOUNDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
/** Only these methods become labels, because a client can send any. */
const methods = ['tools/call', 'resources/read', 'prompts/get', 'completion/complete'];

interface Durations {
  readonly buckets: number[];
  count: number;
  sum: number;
}

/** Calls by server, method and outcome. */
export class CallFigures {
  readonly #calls = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();

  add({ server, method, outcome, ms }: CallEvent): void {
    const name = methods.includes(method) ? method : 'other';
    const key = JSON.stringify([server, name, outcome]);
    this.#calls.set(key, (this.#calls.get(key) ?? 0) + 1);
    const which = JSON.stringify([server, name]);
    const known = this.#durations.get(which) ?? { buckets: [...BOUNDS, Infinity].map(() => 0), count: 0, sum: 0 };
    this.#durations.set(which, known);
    const at = BOUNDS.findIndex((bound) => ms / 1000 <= bound);
    const bucket = at === -1 ? BOUNDS.length : at;
    known.buckets[bucket] = (known.buckets[bucket] ?? 0) + 1;
    known.count += 1;
    known.sum += ms / 1000;
  }

  calls(): Counted[] {
    return [...this.#calls].map(([key, value]) => {
      const [server, method, outcome] = JSON.parse(key) as [string, string, string];
      return { labels: { 'plugboard.server': server, 'mcp.method.name': method, 'plugboard.outcome': outcome }, value };
    });
  }

  durations(): Distribution[] {
    return [...this.#durations].map(([key, durations]) => {
      const [server, method] = JSON.parse(key) as [string, string];
      return { labels: { 'plugboard.server': server, 'mcp.method.name': method }, ...durations };
    });
  }
}
