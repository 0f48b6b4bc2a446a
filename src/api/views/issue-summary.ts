import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { IssueSummary, Severity } from '../contract/common.ts';
import { findingView } from './words.ts';

/** As many as a card shows. */
const SHOWN = 4;

const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** The number of issues by severity, and the most severe as text. */
export function issueSummary(findings: readonly Diagnostic[], host: Pick<Host, 'home' | 'cwd'>): IssueSummary {
  const of = (wanted: Severity): Diagnostic[] => findings.filter(({ severity }) => severity === wanted);
  const [error, warning, info] = severities.map(of) as [Diagnostic[], Diagnostic[], Diagnostic[]];
  return {
    counts: { error: error.length, warning: warning.length, info: info.length },
    first: [...error, ...warning, ...info].slice(0, SHOWN).map((finding) => findingView(finding, host)),
  };
}
