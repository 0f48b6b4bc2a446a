import type { IssueView, Severity } from '../contract/common.ts';
import { sanitized } from '../views/words.ts';

/** A note about a plan, to show before it is written. */
export function note(code: string, severity: Severity, message: string): IssueView {
  return { code, severity, message: sanitized(message) };
}
