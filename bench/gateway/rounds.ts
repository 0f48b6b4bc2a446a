import { median } from '../compare.ts';

/** What was measured of one contender, round by round; a round is missing where it failed. */
export interface Measured<T> {
  readonly id: string;
  readonly rounds: readonly (T | undefined)[];
  /** Of the last failure. */
  readonly failure?: string;
}

/** The median over the rounds. */
export function middle<T>({ rounds }: Measured<T>, figure: (round: T) => number): number | undefined {
  const numbers = rounds.flatMap((round) => (round === undefined ? [] : [figure(round)]));
  return numbers.length > 0 ? median(numbers) : undefined;
}

/** One against another within each round, as both then met the same machine; the median of that. */
export function ratio<T>(
  one: Measured<T> | undefined,
  other: Measured<T> | undefined,
  figure: (round: T) => number,
  otherFigure = figure,
): number | undefined {
  const ratios = (one?.rounds ?? []).flatMap((round, index) => {
    const beside = other?.rounds[index];
    return round === undefined || beside === undefined ? [] : [figure(round) / otherFigure(beside)];
  });
  return ratios.length > 0 ? median(ratios) : undefined;
}
