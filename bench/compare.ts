/** One implementation to be measured against others. */
export interface Contender {
  readonly name: string;
  run(): unknown;
}

export interface Result {
  readonly name: string;
  readonly milliseconds: number;
  /** Time of the last contender divided by that of this one, per round; the median of the rounds. */
  readonly ratio: number;
}

const ROUNDS = 21;
const WARM_UP_ROUNDS = 5;

/**
 * Measures the last contender against the others. They run alternately, so that other load affects all of them. CPU
 * time is used, because elapsed time would include other programs.
 */
export function compare(contenders: readonly Contender[]): Result[] {
  const rounds: number[][] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const times = contenders.map(({ run }) => cpuMilliseconds(run));
    if (round >= 0) rounds.push(times);
  }
  return contenders.map(({ name }, index) => ({
    name,
    milliseconds: median(rounds.map((times) => times[index] as number)),
    ratio: median(rounds.map((times) => (times.at(-1) as number) / (times[index] as number))),
  }));
}

function cpuMilliseconds(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}
