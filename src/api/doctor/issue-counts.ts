import type { Severity } from '../contract/common.ts';
import { countBy } from '../views/count-by.ts';
import type { NumberedFinding } from './current-findings.ts';

/** Issues by severity: the badge of the page and the page itself count with this. */
export function issueCounts(findings: readonly NumberedFinding[]): Record<Severity, number> {
  const { error = 0, warning = 0, info = 0 } = countBy(findings.map(({ severity }) => severity));
  return { error, warning, info };
}
