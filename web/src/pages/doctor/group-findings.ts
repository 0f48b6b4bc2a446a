import type { DoctorFinding } from '../../../../src/api/contract/doctor.ts';

export interface FindingGroup {
  readonly key: string;
  readonly title: string;
  /** The server it is about, when it is about one. */
  readonly server?: string;
  readonly findings: readonly DoctorFinding[];
}

const weight = { error: 0, warning: 1, info: 2 } as const;

/** Findings of one server together, then those of one assistant, then the rest; the worst first. */
export function groupFindings(findings: readonly DoctorFinding[]): readonly FindingGroup[] {
  const groups = new Map<string, DoctorFinding[]>();
  for (const finding of findings) {
    const key = finding.server !== undefined ? `server ${finding.server}` : `client ${finding.client ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups]
    .map(([key, members]) => {
      const [first] = members;
      const title = first?.server ?? first?.clientName ?? 'This machine';
      const sorted = members.toSorted((a, b) => weight[a.severity] - weight[b.severity]);
      return { key, title, ...(first?.server !== undefined && { server: first.server }), findings: sorted };
    })
    .toSorted((a, b) => worst(a) - worst(b));
}

function worst({ findings }: FindingGroup): number {
  return Math.min(...findings.map(({ severity }) => weight[severity]));
}

/** Everything in one text, to send to somebody who helps. Secrets are masked before they come here. */
export function reportText(findings: readonly DoctorFinding[]): string {
  return findings
    .map(({ severity, code, message, file, line, fix, evidence }) => {
      const place = file ? ` (${file.short}${line === undefined ? '' : `:${line}`})` : '';
      const lines = [`${severity} ${code}: ${message}${place}`, ...evidence.map((one) => `  seen: ${one}`)];
      return [...lines, ...(fix === undefined ? [] : [`  fix: ${fix}`])].join('\n');
    })
    .join('\n\n');
}
