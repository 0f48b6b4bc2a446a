import { Hono } from 'hono';
import { z } from 'zod';
import { loadApprovalContext } from '../../live/approvals/project-servers.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { fingerprintOf } from '../../runtime/trust/approval.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { projectServersInSets } from '../../sets/sets-here.ts';
import type { ApprovalsAnswer } from '../contract/servers.ts';
import type { Desk } from '../desk.ts';
import { shelfOf } from '../plans/plan-shelf.ts';
import { readBody } from '../read-body.ts';
import { approvalView } from '../views/approval-view.ts';

const decision = z.object({
  fingerprint: z.string().regex(/^[\da-f]{64}$/, 'the whole fingerprint is needed'),
  decision: z.enum(['approve', 'deny']),
});

/** `GET /api/approvals`, `POST /api/approvals` */
export function approvalsRoutes(desk: Desk): Hono {
  return new Hono()
    .get('/approvals', async (context) => context.json(await approvalsHere(desk)))
    .post('/approvals', async (context) => {
      const { fingerprint, decision: decided } = await readBody(context, decision);
      const { ofProjects, approvals } = await loadApprovalContext(desk.host, await projectServersInSets(desk.host));
      // The same definition in two files of a project is one decision.
      const found =
        ofProjects.find(({ text }) => text.fingerprint === fingerprint)?.toRun ?? copiedByPlan(fingerprint, desk);
      if (!found) throw new PlugboardError('approval-unknown', { hash: fingerprint, why: 'none' });
      await (decided === 'approve' ? approvals.approve(found) : approvals.deny(found));
      await (await desk.runtime()).reload();
      desk.events.publish({ type: 'approvals.changed' });
      return context.json(await approvalsHere(desk));
    });
}

/** What a plan that is shown would copy out of a project, which need not be active here. */
function copiedByPlan(fingerprint: string, desk: Desk): ServerToRun | undefined {
  const copies = shelfOf(desk)
    .plans()
    .flatMap(({ copies: some = [] }) => some);
  return copies.find((copy) => fingerprintOf(copy, desk.host.env) === fingerprint);
}

const order = ['pending', 'denied', 'approved'];

/** What waits for somebody comes first. */
async function approvalsHere({ host }: Desk): Promise<ApprovalsAnswer> {
  const { ofProjects } = await loadApprovalContext(host, await projectServersInSets(host));
  return ofProjects
    .map(({ toRun, permission }) => approvalView(toRun, permission, host))
    .toSorted((a, b) => order.indexOf(a.permission) - order.indexOf(b.permission));
}
