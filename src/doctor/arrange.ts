import { groupBy } from '../discovery/group-by.ts';
import type { DiagnosticCode } from '../model/diagnostics/diagnostic.ts';
import type { Finding } from './types.ts';

/** What says the same as another finding, but less exactly: left out where the other one has been made too. */
const lessExact: Readonly<Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>>> = {
  'key-ignored': ['off-but-started'],
  'command-and-url': ['merged-command-and-url'],
  'command-not-found': ['wrong-type'],
  'variable-unset': ['reference-unexpanded'],
};

/** Each thing once, the worst first, then by place. */
export function arrange(findings: readonly Finding[]): Finding[] {
  const better = groupBy(
    findings.filter(({ code }) => moreExact.has(code)),
    subjectOf,
  );
  const told = findings.filter((finding) => !isToldBetter(finding, better.get(subjectOf(finding)) ?? []));
  return distinct(told).toSorted(inOrder);
}

const moreExact = new Set(Object.values(lessExact).flat());

function subjectOf({ client, server }: Finding): string {
  return JSON.stringify([client, server]);
}

/** `others` are about the same server in the same client. */
function isToldBetter({ code, file, path }: Finding, others: readonly Finding[]): boolean {
  const better = lessExact[code];
  if (!better) return false;
  return others.some((other) => {
    if (!better.includes(other.code)) return false;
    return other.code === 'merged-command-and-url' || (other.file === file && String(other.path) === String(path));
  });
}

/** Several clients read the same file and find the same in it. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, Finding>();
  for (const finding of findings) {
    const { code, file, range, path, args } = finding;
    const key = JSON.stringify([code, file, range?.start.offset, path, args]);
    const known = seen.get(key);
    // The reading that can be repaired is worth more.
    if (!known || (!known.fix && finding.fix)) seen.set(key, finding);
  }
  return [...seen.values()];
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

function inOrder(a: Finding, b: Finding): number {
  const place = ({ file = '' }: Finding): string => file;
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
