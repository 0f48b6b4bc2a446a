import type { TimeReport } from './timing.ts';

const MOST_ADD_RATIO = 1.6;
const MOST_LIST_ABOVE = 40;

/** Targets of Plugboard, and whether they are met. */
export function aimsOf({ add, list }: TimeReport): string[] {
  const verdict = (isMet: boolean): string => (isMet ? 'met' : 'not met');
  return [
    add
      ? `one add takes ${add.ratio.toFixed(2)} × bare Node (${add.above.toFixed(0)} ms more); aim at most ${MOST_ADD_RATIO} ×: ${verdict(add.ratio <= MOST_ADD_RATIO)}`
      : 'one add fails: not met',
    list
      ? `listing ${list.files} files of as many clients takes ${list.above.toFixed(0)} ms more than bare Node (${list.ratio.toFixed(2)} ×); aim at most ${MOST_LIST_ABOVE} ms: ${verdict(list.above <= MOST_LIST_ABOVE)}`
      : 'listing fails: not met',
  ];
}
