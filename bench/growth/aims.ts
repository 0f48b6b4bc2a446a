import type { MeasuredCommand } from './commands.ts';
import type { Likeness } from './homes.ts';
import type { Usage } from './measure.ts';

export const SIZES = [10, 50, 200, 1000] as const;

export interface Growth {
  readonly command: MeasuredCommand;
  readonly likeness: Likeness;
  /** CPU seconds of the program when it has nothing to do. */
  readonly start: number;
  /** In the order of the sizes. */
  readonly usage: readonly Usage[];
}

export const MOST_GROWTH = 1.2;
const MOST_MEGABYTES = 200;
/** Four times the servers. */
const MOST_FOR_FOUR_TIMES = 5;
/** Less than this above the startup is within the noise. */
const MEASURABLE_SECONDS = 0.1;

/**
 * Time grows with this power of the number of servers, once the start of the program is left out: the greater of the fit
 * over all sizes that are above the noise and of the last step, in which a square would show first. Undefined when fewer
 * than two sizes are above it.
 */
export function exponentOf({ usage, start }: Pick<Growth, 'usage' | 'start'>): number | undefined {
  const points = usage.flatMap(({ seconds }, index) =>
    seconds - start < MEASURABLE_SECONDS ? [] : [[Math.log(SIZES[index] ?? 0), Math.log(seconds - start)] as const],
  );
  return points.length < 2 ? undefined : Math.max(slopeOf(points), slopeOf(points.slice(-2)));
}

/** Of the line with the least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))];
  return (
    mean(points.map((point) => (point[0] - x) * (point[1] - y))) / mean(points.map((point) => (point[0] - x) ** 2))
  );
}

/** The CPU time against that of `list` over the same files, with the most servers. */
export function ratioOf(growth: Growth, all: readonly Growth[]): number {
  const list = all.find(({ command, likeness }) => command.name === 'list' && likeness === growth.likeness);
  return secondsAt(growth, -1) / (list ? secondsAt(list, -1) : Number.NaN);
}

/** Targets that are not met. */
export function missedAims(all: readonly Growth[]): string[] {
  return all.flatMap((growth) => {
    const { command, likeness, usage } = growth;
    const exponent = exponentOf(growth);
    const ratio = ratioOf(growth, all);
    const four = secondsAt(growth, 2) / secondsAt(growth, 1);
    const memory = usage.at(-1)?.megabytes ?? 0;
    const missed = [
      ...(exponent !== undefined && exponent > MOST_GROWTH ? [`grows with the power ${exponent.toFixed(2)}`] : []),
      ...(ratio > (command.most ?? Infinity) ? [`takes ${ratio.toFixed(1)} × list, aim ${command.most}`] : []),
      ...(command.most !== undefined && four > MOST_FOR_FOUR_TIMES
        ? [`takes ${four.toFixed(1)} × for 4 × servers`]
        : []),
      ...(command.name === 'list' && memory > MOST_MEGABYTES ? [`takes ${memory.toFixed(0)} MB`] : []),
    ];
    return missed.map((what) => `${command.name}, ${likeness} entries: ${what}`);
  });
}

function secondsAt({ usage }: Growth, index: number): number {
  return usage.at(index)?.seconds ?? Number.NaN;
}
