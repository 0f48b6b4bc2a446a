import type { DiagnosticCode } from '../model/diagnostics/diagnostic.ts';
import type { Issue } from './types.ts';

/** Maps a code to more exact codes that make it redundant. */
const lessExact: Readonly<Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>>> = {
  'key-ignored': ['off-but-started'],
  'command-and-url': ['merged-command-and-url'],
  'command-not-found': ['wrong-type'],
  'variable-unset': ['reference-unexpanded'],
};

/** Removes duplicates and sorts by severity, then by location. */
export function arrange(issues: readonly Issue[]): Issue[] {
  const told = new Set(issues.filter(({ code }) => moreExact.has(code)).map((issue) => keyFor(issue.code, issue)));
  const isToldBetter = (issue: Issue): boolean =>
    lessExact[issue.code]?.some((code) => told.has(keyFor(code, issue))) ?? false;
  return distinct(issues.filter((issue) => !isToldBetter(issue))).toSorted(inOrder);
}

const moreExact = new Set(Object.values(lessExact).flat());

/** Equal for a diagnostic and a less exact one about the same server, client and location. */
function keyFor(code: DiagnosticCode, { client, server, file, path }: Issue): string {
  // This diagnostic concerns several files.
  if (code === 'merged-command-and-url') return JSON.stringify([code, client, server]);
  return JSON.stringify([code, client, server, file, String(path)]);
}

/** Several clients report the same issue in a shared file. */
function distinct(issues: readonly Issue[]): Issue[] {
  const seen = new Map<string, Issue>();
  for (const issue of issues) {
    const { code, file, range, path, args } = issue;
    const key = JSON.stringify([code, file, range?.start.offset, path, args]);
    const known = seen.get(key);
    // Prefers the reading with a fix.
    if (!known || (!known.fix && issue.fix)) seen.set(key, issue);
  }
  return [...seen.values()];
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

function inOrder(a: Issue, b: Issue): number {
  const place = ({ file = '' }: Issue): string => file;
  return (
    ranks[a.severity] - ranks[b.severity] ||
    compare(place(a), place(b)) ||
    (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0) ||
    compare(a.code, b.code)
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
