import type { ClientReport } from './outcome.ts';

/** The report of one client for a maintainer: what was seen, where to change it, and how to see it again. */
export function reportText({ id, claimed, asked, outcome, earlier }: ClientReport, today: string): string {
  const versions = asked === undefined || asked === claimed.version ? claimed.version : `${claimed.version} → ${asked}`;
  const head = `${id} ${versions}: `;
  const definition = `src/clients/definitions/${id}.ts`;
  if (outcome.kind === 'not-asked') return `${head}not asked: ${outcome.why}`;
  if (outcome.kind === 'holds') {
    const said = `${head}all holds${earlier ? ' (seen in an earlier run)' : ''}`;
    if (asked === undefined || asked === claimed.version) return said;
    return `${said}\n  ${definition} can say: verified: { on: '${today}', by: 'run', version: '${asked}' }`;
  }
  const lines = outcome.differences.map(({ test, message }) => `  ${test}: ${message}`);
  const count = `${lines.length} ${lines.length === 1 ? 'fact no longer holds' : 'facts no longer hold'}`;
  return [
    `${head}${count}`,
    ...lines,
    `  to change: ${definition}`,
    `  to repeat: npm run verify-clients -- ${asked === claimed.version ? '' : '--drift '}--again --keep ${id}`,
  ].join('\n');
}

export function summaryText(reports: readonly ClientReport[]): string {
  const count = (kind: ClientReport['outcome']['kind']): number =>
    reports.filter(({ outcome }) => outcome.kind === kind).length;
  return `${count('holds')} hold, ${count('differs')} differ, ${count('not-asked')} could not be asked`;
}
