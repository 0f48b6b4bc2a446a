/** One way to do a piece of work, measured beside others. */
export interface Contender {
  readonly name: string;
  run(): unknown;
}

export interface Result {
  readonly name: string;
  readonly milliseconds: number;
  /** Time of the last contender through that of this one, each round by itself; the median of the rounds. */
  readonly ratio: number;
}

const ROUNDS = 21;
const WARM_UP_ROUNDS = 5;

/**
 * Measures the last contender against the others. All of them run in turn, round after round, so that whatever else the
 * machine does meets each of them. CPU time is taken instead of the clock, which would count other programs too.
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
