import { clients } from '../../clients/registry.ts';
import { compareNames } from '../../model/server-name.ts';
import { getOwn } from '../../model/value.ts';
import type { Severity } from '../contract/common.ts';
import type { DoctorGroup } from '../contract/doctor.ts';
import type { NumberedIssue } from './current-issues.ts';

export interface IssueGroup {
  readonly group: Omit<DoctorGroup, 'issues'>;
  /** Most severe first. */
  readonly issues: readonly NumberedIssue[];
}

const weight: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Issues grouped by server, then by client, then the rest; most severe first. */
export function issueGroups(issues: readonly NumberedIssue[]): IssueGroup[] {
  const groups = new Map<string, NumberedIssue[]>();
  for (const issue of issues) {
    const key = groupKey(issue);
    const members = groups.get(key);
    if (members) members.push(issue);
    else groups.set(key, [issue]);
  }
  return Array.from(groups, ([key, members]) => groupOf(key, members)).toSorted(
    (a, b) => worst(a) - worst(b) || rank(a) - rank(b) || compareNames(a.group.title, b.group.title),
  );
}

export function groupKey({ server, client }: NumberedIssue): string {
  return server !== undefined ? `server ${server}` : `client ${client ?? ''}`;
}

export function clientTitle(id: string): string | undefined {
  return getOwn(clients as Record<string, { name: string }>, id)?.name;
}

function groupOf(key: string, members: readonly NumberedIssue[]): IssueGroup {
  const [{ server, client }] = members as [NumberedIssue];
  const issues = members.toSorted((a, b) => weight[a.severity] - weight[b.severity]);
  const count = (wanted: Severity): number => issues.filter(({ severity }) => severity === wanted).length;
  return {
    group: {
      key,
      title: server ?? (client === undefined ? undefined : clientTitle(client)) ?? 'This machine',
      ...(server !== undefined && { server }),
      counts: { error: count('error'), warning: count('warning'), info: count('info') },
      repairs: issues.flatMap(({ id, severity, fix }) => (fix && 'plan' in fix ? [{ id, severity }] : [])),
    },
    issues,
  };
}

/** Servers, then clients, then the machine. */
function rank({ issues }: IssueGroup): number {
  const [first] = issues;
  return first?.server !== undefined ? 0 : first?.client !== undefined ? 1 : 2;
}

function worst({ issues }: IssueGroup): number {
  return weight[issues[0]?.severity ?? 'info'];
}
