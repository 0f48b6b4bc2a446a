import { countRight } from './check-entries.ts';
import { isDone, type EditReport } from './edits.ts';
import type { HostileReport } from './hostile.ts';
import type { Table } from './table.ts';
import type { Measured, TimeReport } from './timing.ts';

/** Names of tools with their versions. */
type NameOf = (tool: string) => string;

export function editTable(reports: readonly EditReport[], nameOf: NameOf): Table {
  return {
    title: 'Two servers added to existing files',
    head: [
      'tool',
      'scope',
      'clients',
      'entries right',
      'comments',
      'values lost',
      'respelled',
      'lines changed',
      'also',
    ],
    rows: reports.map((report) => {
      const changed = report.files.filter(({ state }) => state !== 'untouched');
      const sum = (count: (file: EditReport['files'][number]) => number): number =>
        changed.reduce((total, file) => total + count(file), 0);
      return [
        nameOf(report.tool),
        report.scope,
        `${report.files.filter(isDone).length} of ${report.files.length}`,
        `${sum(({ wrong, state }) => (state === 'changed' ? countRight(wrong) : 0))} of ${2 * report.files.length}`,
        `${sum(({ comments, lostComments }) => comments - lostComments.length)} of ${sum(({ comments }) => comments)}`,
        String(sum(({ lost }) => lost.length)),
        String(sum(({ respelled }) => respelled.length)),
        `${sum(({ lines }) => lines.removed)} of ${sum(({ lines }) => lines.total)}`,
        alsoOf(report),
      ];
    }),
  };
}

function alsoOf({ files, stray, changedAgain, bystanders }: EditReport): string {
  const count = (words: string, number: number): string[] => (number > 0 ? [`${words} ${number}`] : []);
  return (
    [
      ...count('reordered', files.filter(({ reordered }) => reordered.length > 0).length),
      ...count('mode', files.filter(({ modeChange }) => modeChange).length),
      ...count('line ends', files.filter(({ mixedLineEnds }) => mixedLineEnds).length),
      ...count('broken', files.filter(({ state }) => state === 'unreadable' || state === 'deleted').length),
      ...count('new files', stray.length),
      ...count('not asked', bystanders.length),
      ...count('again', changedAgain.length),
    ].join(', ') || '–'
  );
}

export function hostileTable(reports: readonly HostileReport[], nameOf: NameOf): Table {
  return {
    title: 'Hostile cases',
    head: ['tool', 'client', 'broken file', 'link', 'kept of 8 at once', 'files left'],
    rows: reports.map(({ tool, client, malformed, symlink, parallel, existingLost, left }) => {
      const kept = parallel ? parallel.join(', ') : '–';
      const row = [malformed, symlink, existingLost > 0 ? `${kept}; old one lost ${existingLost} times` : kept];
      return [nameOf(tool), client, ...row, String(left.length)];
    }),
  };
}

export function timeTable(reports: readonly TimeReport[], nameOf: NameOf): Table {
  const cells = (measured: Measured | undefined): string[] =>
    measured ? [`${measured.milliseconds.toFixed(0)} ms`, `${measured.ratio.toFixed(1)} ×`] : ['fails', '–'];
  return {
    title: 'CPU time and size',
    head: ['tool', 'bare Node', '`--version`', 'to bare', 'one `add`', 'to bare', 'installed', 'packages'],
    rows: reports.map(({ tool, bare, version, add, size }) => [
      nameOf(tool),
      `${bare.toFixed(0)} ms`,
      ...cells(version),
      ...cells(add),
      `${size.megabytes.toFixed(1)} MB`,
      String(size.packages),
    ]),
  };
}
