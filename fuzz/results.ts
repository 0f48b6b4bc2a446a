import type { Table } from '../bench/config/table.ts';
import type { FuzzReport, FuzzTarget } from './target.ts';

export interface TargetResult {
  readonly target: FuzzTarget;
  readonly report: FuzzReport;
  readonly seconds: number;
}

export function tableOf(results: readonly TargetResult[]): Table {
  return {
    title: 'Attacks',
    head: ['Target', 'Inputs', 'Failures', 'Counted', 'Seconds'],
    rows: results.map(({ target, report, seconds }) => [
      target.name,
      report.runs.toLocaleString('en-US'),
      String(report.failures.length),
      Object.entries(report.figures)
        .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
        .join(', '),
      seconds.toFixed(0),
    ]),
  };
}
