/** One way to attack the program, and what must hold under it. Targets are listed in `targets.ts`. */
export interface FuzzTarget {
  readonly name: string;
  /** What must hold, in one sentence; shown in docs/security-tests.md. */
  readonly promise: string;
  /** Inputs in `npm test`; `npm run fuzz` tries many times as many, `PLUGBOARD_FUZZ_RUNS` exactly so many. */
  readonly runsInTests: number;
  /** Tries `runs` inputs that follow from the seed. Rejects only if the attack itself could not be carried out. */
  attack(runs: number, seed: number): Promise<FuzzReport>;
}

export interface FuzzReport {
  /** Inputs that were tried. */
  readonly runs: number;
  /** Counted facts worth reading, such as messages that were refused. */
  readonly figures: Readonly<Record<string, number>>;
  /** One line for each broken promise, with the input that broke it; empty when the promise holds. */
  readonly failures: readonly string[];
}
