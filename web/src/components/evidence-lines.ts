import type { EvidenceView } from '../../../src/api/contract/servers.ts';

/** What shows why a server failed, one fact a line. */
export function evidenceLines(evidence: EvidenceView | undefined): string[] {
  if (!evidence) return [];
  const { exitCode, signal, httpStatus, stderr = [] } = evidence;
  return [
    ...(exitCode === undefined ? [] : [`It ended with exit code ${exitCode}.`]),
    ...(signal ? [`It was ended by ${signal}.`] : []),
    ...(httpStatus === undefined ? [] : [`It answered with HTTP status ${httpStatus}.`]),
    ...(stderr.length > 0 ? ['The last lines on its error output:', ...stderr] : []),
  ];
}
