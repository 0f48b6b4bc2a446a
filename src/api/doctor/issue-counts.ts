import type { Severity } from '../contract/common.ts';
import { countBy } from '../views/count-by.ts';
import type { NumberedIssue } from './current-issues.ts';

/** Issues by severity: the badge of the page and the page itself count with this. */
export function issueCounts(issues: readonly NumberedIssue[]): Record<Severity, number> {
  const { error = 0, warning = 0, info = 0 } = countBy(issues.map(({ severity }) => severity));
  return { error, warning, info };
}
