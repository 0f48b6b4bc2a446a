import { RecentDurations } from '../audit/recent-durations.ts';

/** Call statistics of one server. */
export class CallStats {
  calls = 0;
  errors = 0;
  readonly durations = new RecentDurations();

  ended(ms: number, isError: boolean): void {
    this.durations.add(ms);
    this.calls += 1;
    if (isError) this.errors += 1;
  }
}
