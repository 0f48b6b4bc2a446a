/** A fuzz target and its invariant. Targets are listed in `targets.ts`. */
export interface FuzzTarget {
  readonly name: string;
  /** The invariant, in one sentence; shown in docs/security-tests.md. */
  readonly promise: string;
  /** Inputs in `npm test`; `npm run fuzz` tries a multiple of that, `PLUGBOARD_FUZZ_RUNS` an exact number. */
  readonly runsInTests: number;
  /** Tries `runs` inputs derived from the seed. Rejects only if the attack itself could not run. */
  attack(runs: number, seed: number): Promise<FuzzReport>;
}

export interface FuzzReport {
  /** Inputs that were tried. */
  readonly runs: number;
  /** Counters worth reporting, such as rejected messages. */
  readonly figures: Readonly<Record<string, number>>;
  /** One line per violation, with its input; empty when the invariant holds. */
  readonly failures: readonly string[];
}
