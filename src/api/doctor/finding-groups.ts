import { clients } from '../../clients/registry.ts';
import { getOwn } from '../../model/value.ts';
import type { Severity } from '../contract/common.ts';
import type { DoctorGroup } from '../contract/doctor.ts';
import type { NumberedFinding } from './current-findings.ts';

export interface FindingGroup {
  readonly group: Omit<DoctorGroup, 'findings'>;
  /** Most severe first. */
  readonly findings: readonly NumberedFinding[];
}

const weight: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Issues grouped by server, then by client, then the rest; most severe first. */
export function findingGroups(findings: readonly NumberedFinding[]): FindingGroup[] {
  const groups = new Map<string, NumberedFinding[]>();
  for (const finding of findings) {
    const key = groupKey(finding);
    const members = groups.get(key);
    if (members) members.push(finding);
    else groups.set(key, [finding]);
  }
  return Array.from(groups, ([key, members]) => groupOf(key, members)).toSorted((a, b) => worst(a) - worst(b));
}

export function groupKey({ server, client }: NumberedFinding): string {
  return server !== undefined ? `server ${server}` : `client ${client ?? ''}`;
}

export function clientTitle(id: string): string | undefined {
  return getOwn(clients as Record<string, { name: string }>, id)?.name;
}

function groupOf(key: string, members: readonly NumberedFinding[]): FindingGroup {
  const [{ server, client }] = members as [NumberedFinding];
  const findings = members.toSorted((a, b) => weight[a.severity] - weight[b.severity]);
  const count = (wanted: Severity): number => findings.filter(({ severity }) => severity === wanted).length;
  return {
    group: {
      key,
      title: server ?? (client === undefined ? undefined : clientTitle(client)) ?? 'This machine',
      ...(server !== undefined && { server }),
      counts: { error: count('error'), warning: count('warning'), info: count('info') },
      repairs: findings.flatMap(({ id, severity, fix }) => (fix && 'plan' in fix ? [{ id, severity }] : [])),
    },
    findings,
  };
}

function worst({ findings }: FindingGroup): number {
  return weight[findings[0]?.severity ?? 'info'];
}
