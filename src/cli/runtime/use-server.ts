import type { ProjectServer } from '../../live/approvals/project-servers.ts';
import { isUnusableServer, type ServerHere } from '../../live/servers-here.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import { showAbovePrompt } from '../approvals/show-server.ts';
import { failureOf } from '../program/failure.ts';
import { approvalObstacle, disabledObstacle, invalidObstacle, type Obstacle } from './obstacle.ts';
import type { Use } from './with-runtime.ts';

/** All servers, including those with invalid definitions. */
export function allServers({ runtime }: Use): ServerHere[] {
  return [...runtime.servers, ...runtime.unusable].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The active server of this name. */
export function serverNamed(name: string, use: Use): ServerHere {
  const all = allServers(use);
  const found = all.find((server) => server.name === name);
  if (found) return found;
  throw noSuchServer(
    name,
    all.map((server) => server.name),
  );
}

/** Why a server cannot be used, checked before it is started. */
export async function obstacleBefore(server: ServerHere, use: Use): Promise<Obstacle | undefined> {
  if (server.disabled) return disabledObstacle(server);
  if (isUnusableServer(server)) return invalidObstacle(server);
  try {
    const refusal = await use.runtime.refusal(server);
    if (refusal) return { ...failureOf(refusal), server: server.name };
    const approval = await approvalOf(server, use);
    return approval && approvalObstacle(approval, use.context.interactive);
  } catch (error) {
    // Unreadable decisions only concern servers of projects.
    if (error instanceof PlugboardError) return { ...failureOf(error), server: server.name };
    throw error;
  }
}

/** Like `obstacleBefore`, but a person at the terminal may approve the server now. */
export async function obstacleAfterPrompt(server: ServerHere, use: Use): Promise<Obstacle | undefined> {
  const obstacle = await obstacleBefore(server, use);
  const { context, runtime } = use;
  const { approval } = obstacle ?? {};
  if (approval?.permission !== 'pending' || !context.interactive) return obstacle;
  showAbovePrompt(approval, context.output);
  const { askApproval } = await import('../approvals/ask-approval.ts');
  if (!(await askApproval(server.name))) return obstacle;
  await runtime.approvals.approve(server);
  return undefined;
}

/** The pending decision about a server, if any. */
async function approvalOf(toRun: ServerHere, { runtime, context }: Use): Promise<ProjectServer | undefined> {
  const permission = await runtime.approvals.permissionFor(toRun);
  return permission === 'approved'
    ? undefined
    : { toRun, permission, text: describeForApproval(toRun, context.host.env) };
}

/** Servers that may be used without asking, and obstacles of the others. */
export async function usableServers(use: Use): Promise<{ usable: ServerHere[]; obstacles: Obstacle[] }> {
  const checked = await Promise.all(
    allServers(use).map(async (server) => ({ server, obstacle: await obstacleBefore(server, use) })),
  );
  return {
    usable: checked.filter(({ obstacle }) => !obstacle).map(({ server }) => server),
    obstacles: checked.flatMap(({ obstacle }) => obstacle ?? []),
  };
}
