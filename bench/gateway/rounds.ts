import { median } from '../compare.ts';

/** Measurements of one contender by round; a failed round is missing. */
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

/** Ratio within each round, under the same load; the median of the rounds. */
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
