import type { Severity } from '../../../../../src/api/contract/common.ts';
import type { DoctorIssue, DoctorGroup } from '../../../../../src/api/contract/doctor.ts';

/** A row of the list: a group header, an issue, or a placeholder for issues being fetched. */
export type DoctorRow =
  | { readonly kind: 'group'; readonly key: string; readonly group: DoctorGroup; readonly isOpen: boolean }
  | { readonly kind: 'issue'; readonly key: string; readonly issue: DoctorIssue }
  | { readonly kind: 'loading'; readonly key: string };

export const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** Groups with at least one issue of the selected severities; none selected means all. */
export function groupsOf(groups: readonly DoctorGroup[], chosen: readonly Severity[]): DoctorGroup[] {
  return groups.filter(({ counts }) => shownIn(chosen).some((severity) => counts[severity] > 0));
}

/** The rows in display order. Groups that include their issues are expanded by default, others collapsed. */
export function doctorRows(
  groups: readonly DoctorGroup[],
  toggled: ReadonlySet<string>,
  fetched: ReadonlyMap<string, readonly DoctorIssue[]>,
  chosen: readonly Severity[],
): DoctorRow[] {
  const shown = shownIn(chosen);
  return groups.flatMap((group): DoctorRow[] => {
    const isOpen = (group.issues !== undefined) !== toggled.has(group.key);
    const head: DoctorRow = { kind: 'group', key: group.key, group, isOpen };
    if (!isOpen) return [head];
    const issues = group.issues ?? fetched.get(group.key);
    if (!issues) return [head, { kind: 'loading', key: `loading ${group.key}` }];
    const rows = issues.filter(({ severity }) => shown.includes(severity));
    return [head, ...rows.map((issue): DoctorRow => ({ kind: 'issue', key: issue.id, issue }))];
  });
}

export function countOf({ counts }: DoctorGroup, chosen: readonly Severity[]): Readonly<Record<Severity, number>> {
  const shown = shownIn(chosen);
  const of = (severity: Severity): number => (shown.includes(severity) ? counts[severity] : 0);
  return { error: of('error'), warning: of('warning'), info: of('info') };
}

function shownIn(chosen: readonly Severity[]): readonly Severity[] {
  return chosen.length === 0 ? severities : chosen;
}

/** A report of all issues as text. Secrets are masked by the server. */
export function reportText(issues: readonly DoctorIssue[]): string {
  return issues
    .map(({ severity, code, message, file, line, fix, evidence }) => {
      const place = file ? ` (${file.short}${line === undefined ? '' : `:${line}`})` : '';
      const lines = [`${severity} ${code}: ${message}${place}`, ...evidence.map((one) => `  seen: ${one}`)];
      return [...lines, ...(fix === undefined ? [] : [`  fix: ${fix}`])].join('\n');
    })
    .join('\n\n');
}
