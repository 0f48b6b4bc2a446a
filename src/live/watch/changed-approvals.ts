import type { Connection } from '../../runtime/connection.ts';
import { isInUse } from '../running-servers.ts';
import type { Runtime } from '../runtime.ts';

/** Running servers whose approval was revoked, and servers that have been approved since they were refused. */
export async function changedApprovals({
  manager,
  approvals,
}: Pick<Runtime, 'manager' | 'approvals'>): Promise<{ forbidden: string[]; allowed: string[] }> {
  const connections = [...manager.connections.values()];
  const permissions = await Promise.all(
    connections.map(async ({ toRun }) => approvals.permissionFor(toRun).catch(() => 'denied' as const)),
  );
  const names = (isMatch: (connection: Connection, isApproved: boolean) => boolean): string[] =>
    connections.filter((one, index) => isMatch(one, permissions[index] === 'approved')).map(({ name }) => name);
  return {
    forbidden: names((connection, isApproved) => isInUse(connection) && !isApproved),
    allowed: names((connection, isApproved) => isRefused(connection) && isApproved),
  };
}

function isRefused({ state }: Connection): boolean {
  return state.name === 'needs-approval' || (state.name === 'failed' && state.failure.kind === 'denied');
}
