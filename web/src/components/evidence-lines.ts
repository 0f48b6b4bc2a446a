import type { EvidenceView } from '../../../src/api/contract/servers.ts';

/** The evidence of a failure, one fact per line. */
export function evidenceLines(evidence: EvidenceView | undefined): string[] {
  if (!evidence) return [];
  const { exitCode, signal, httpStatus, stderr = [] } = evidence;
  return [
    ...(exitCode === undefined ? [] : [`Exited with code ${exitCode}.`]),
    ...(signal ? [`Killed by ${signal}.`] : []),
    ...(httpStatus === undefined ? [] : [`Returned HTTP ${httpStatus}.`]),
    ...(stderr.length > 0 ? ['Last lines of stderr:', ...stderr] : []),
  ];
}
