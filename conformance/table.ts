import type { Run } from './plan.ts';

export interface Result extends Run {
  /** Skipped when there was nothing to check. */
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly passed: number;
  readonly checks: number;
  /** The suite's message. */
  readonly output: string;
}

const cells = (result: Result | undefined): string => {
  if (!result) return '';
  const { outcome, passed, checks, notScored } = result;
  const counted = checks === 0 ? outcome : `${outcome} ${passed}/${checks}`;
  if (notScored !== undefined) return `(${counted})`;
  return outcome === 'passed' ? counted : `**${counted}**`;
};

/** A table: one row per scenario, one column per revision. Results that do not count are in parentheses. */
export function tableOf(results: readonly Result[]): string {
  const revisions = [...new Set(results.map(({ revision = 'other' }) => revision))];
  const scenarios = [...new Set(results.map(({ scenario }) => scenario))];
  const rows = scenarios.map((scenario) => [
    scenario,
    ...revisions.map((revision) =>
      cells(results.find((one) => one.scenario === scenario && (one.revision ?? 'other') === revision)),
    ),
  ]);
  return aligned([['Scenario', ...revisions], ...rows]);
}

/** Pads columns to their longest cell. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
