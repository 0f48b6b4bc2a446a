import { checkEntries } from './check-entries.ts';
import { countLines, type LineCount } from './count-lines.ts';
import { readValues, type Values } from './read-values.ts';
import type { BenchClient, Target } from './targets.ts';

/** A file at one moment. */
export interface Snapshot {
  readonly text: string;
  readonly mode: number;
}

/** The result for one file. */
export interface FileReport {
  readonly client: BenchClient;
  readonly state: 'untouched' | 'changed' | 'deleted' | 'unreadable';
  /** Values that are missing or changed. */
  readonly lost: readonly string[];
  readonly comments: number;
  readonly lostComments: readonly string[];
  /** Numbers and strings with the same meaning and another spelling. */
  readonly respelled: readonly string[];
  readonly lines: LineCount;
  /** Maps whose keys have changed their order. */
  readonly reordered: readonly string[];
  /** Such as `600 → 644`. */
  readonly modeChange?: string;
  /** Mixed line endings in a file that had only one kind. */
  readonly mixedLineEnds: boolean;
  /** Errors in the new entries. */
  readonly wrong: readonly string[];
}

/** Spellings that parsing and printing do not preserve. */
const spellings = [
  '12345678901234567890',
  '1.50',
  '1E-7',
  'Gr\\u00fc\\u00df',
  '12_000',
  '1_000',
  '0x7E8',
  `'Codex "says"'`,
  `'on-request'`,
  `'''`,
];

export function checkFile(target: Target, before: Snapshot, after: Snapshot | undefined): FileReport {
  const marks = marksOf(before.text);
  const report = {
    client: target.client,
    lost: [],
    comments: marks.length,
    lostComments: marks,
    respelled: [],
    lines: countLines(before.text, after?.text ?? ''),
    reordered: [],
    mixedLineEnds: false,
    wrong: [],
  } satisfies Partial<FileReport>;
  if (!after) return { ...report, state: 'deleted' };
  const now = valuesOf(target, after.text);
  if (!now) return { ...report, state: 'unreadable' };
  const old = readValues(target, before.text);
  return {
    ...report,
    state: after.text === before.text ? 'untouched' : 'changed',
    lost: lostValues(old, now),
    lostComments: marks.filter((mark) => !marksOf(after.text).includes(mark)),
    respelled: spellings.filter((text) => before.text.includes(text) && !after.text.includes(text)),
    reordered: reorderedMaps(old, now),
    ...(after.mode === before.mode ? {} : { modeChange: `${before.mode.toString(8)} → ${after.mode.toString(8)}` }),
    mixedLineEnds: hasMixedLineEnds(after.text) && !hasMixedLineEnds(before.text),
    wrong: checkEntries(target.client, now.servers),
  };
}

/** All faults of a file as text. */
export function faultsOf(report: FileReport): string[] {
  const { state, lost, lostComments, comments, respelled, lines, reordered, modeChange, mixedLineEnds, wrong } = report;
  if (state !== 'changed') return [state];
  return [
    ...lost.map((value) => `lost ${value}`),
    ...(lostComments.length > 0 ? [`lost ${lostComments.length} of ${comments} comments`] : []),
    ...(respelled.length > 0 ? [`spelled anew ${respelled.join(' ')}`] : []),
    ...(lines.removed > 0 ? [`changed ${lines.removed} of ${lines.total} lines`] : []),
    ...reordered.map((path) => `reordered ${path || 'the top level'}`),
    ...(modeChange ? [`mode ${modeChange}`] : []),
    ...(mixedLineEnds ? ['mixed line ends'] : []),
    ...wrong,
  ];
}

function valuesOf(target: Target, text: string): Values | undefined {
  try {
    return readValues(target, text);
  } catch {
    return undefined;
  }
}

function marksOf(text: string): string[] {
  return text.match(/\bkeep-[a-z]{2}-\d+\b/g) ?? [];
}

function lostValues(old: Values, now: Values): string[] {
  return [...old.leaves]
    .filter(([path, value]) => now.leaves.get(path) !== value && !isFilled(path, value, now))
    .map(([path, value]) => `${path}: ${value} → ${now.leaves.get(path) ?? 'nothing'}`);
}

/** An empty map that got entries has lost nothing. */
function isFilled(path: string, value: string, now: Values): boolean {
  return value === '{}' && now.keys.has(path);
}

function reorderedMaps(old: Values, now: Values): string[] {
  return [...old.keys]
    .filter(([path, keys]) => {
      const left = (now.keys.get(path) ?? []).filter((key) => keys.includes(key));
      return keys.filter((key) => left.includes(key)).join('\n') !== left.join('\n');
    })
    .map(([path]) => path);
}

function hasMixedLineEnds(text: string): boolean {
  return text.includes('\r\n') && /(^|[^\r])\n/.test(text);
}
