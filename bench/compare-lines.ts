import { diffArrays } from 'diff';
import { Random } from '../fuzz/random.ts';
import { compareLines } from '../src/manage/compare/compare-lines.ts';
import { asText } from './config/table.ts';

/** Our line diff against the `diff` library. `node scripts/run-ts.mjs bench/compare-lines.ts` */
const LINES = 10_000;
/** Elapsed time after which `diff` gives up; it has no other limit. */
const PATIENCE_MS = 40_000;

const old = Array.from({ length: LINES }, (_, index) => `  "key-${index}": ${index % 7},`);
const changed = (line: string): string => `${line} // changed`;

function inBlocks(size: number): string[] {
  const random = new Random(1);
  const blocks = Array.from({ length: LINES / size }, (_, index) => old.slice(index * size, (index + 1) * size));
  return blocks
    .map((block) => ({ block, key: random.next() }))
    .toSorted((left, right) => left.key - right.key)
    .flatMap(({ block }) => block);
}

const cases: readonly (readonly [name: string, now: readonly string[]])[] = [
  ['equal', [...old]],
  ['one line changed', old.with(LINES / 2, 'changed')],
  ['every tenth line changed', old.map((line, index) => (index % 10 === 0 ? changed(line) : line))],
  ['all lines differ', old.map(changed)],
  ['reversed', old.toReversed()],
  ['blocks of 100 lines reordered', inBlocks(100)],
];

/** The smallest CPU time of three runs, and the last result. */
function measured<T>(work: () => T): { ms: string; result: T } {
  const run = (): { ms: number; result: T } => {
    const began = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(began);
    return { ms: (user + system) / 1000, result };
  };
  const first = run();
  // A run this slow is not repeated.
  const runs = first.ms > 5000 ? [first] : [first, run(), run()];
  return { ms: Math.min(...runs.map(({ ms }) => ms)).toFixed(0), result: first.result };
}

/** Removed and added lines. */
function countOurs(now: readonly string[]): number {
  return compareLines(old, now).reduce(
    (sum, block) => sum + block.old[1] - block.old[0] + block.now[1] - block.now[0],
    0,
  );
}

/** Removed and added lines; undefined when it gave up. */
function countTheirs(now: readonly string[]): number | undefined {
  return diffArrays([...old], [...now], { timeout: PATIENCE_MS })?.reduce(
    (sum, { added, removed, value }) => (added || removed ? sum + value.length : sum),
    0,
  );
}

const rows = cases.map(([name, now]) => {
  const ours = measured(() => countOurs(now));
  const theirs = measured(() => countTheirs(now));
  const gaveUp = theirs.result === undefined;
  return [
    name,
    ours.ms,
    gaveUp ? `>${theirs.ms}` : theirs.ms,
    String(ours.result),
    gaveUp ? '' : String(theirs.result),
  ];
});
const head = ['Files', 'Ours, ms', 'diff, ms', 'Our changed lines', 'Those of diff'];
console.log(asText({ title: `${LINES} lines, CPU time`, head, rows }));
