import { Hono } from 'hono';
import * as z from 'zod';
import { loadApprovalContext } from '../../live/approvals/project-servers.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { compareNames } from '../../model/server-name.ts';
import { fingerprintOf } from '../../runtime/trust/approval.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { projectServersInSets } from '../../sets/sets-here.ts';
import type { ApiContext } from '../api-context.ts';
import type { ApprovalsAnswer } from '../contract/servers.ts';
import { planStoreOf } from '../plans/plan-store.ts';
import { readBody } from '../read-body.ts';
import { approvalView } from '../views/approval-view.ts';

const decision = z.object({
  fingerprint: z.string().regex(/^[\da-f]{64}$/, 'the full fingerprint is required'),
  decision: z.enum(['approve', 'deny']),
});

/** `GET /api/approvals`, `POST /api/approvals` */
export function approvalsRoutes(api: ApiContext): Hono {
  return new Hono()
    .get('/approvals', async (context) => context.json(await approvalsHere(api)))
    .post('/approvals', async (context) => {
      const { fingerprint, decision: decided } = await readBody(context, decision);
      const { ofProjects, approvals } = await loadApprovalContext(api.host, await projectServersInSets(api.host));
      // The same definition in two project files is one decision.
      const found =
        ofProjects.find(({ text }) => text.fingerprint === fingerprint)?.toRun ?? copiedByPlan(fingerprint, api);
      if (!found) throw new PlugboardError('approval-unknown', { hash: fingerprint, why: 'none' });
      await (decided === 'approve' ? approvals.approve(found) : approvals.deny(found));
      await (await api.runtime()).reload();
      api.events.publish({ type: 'approvals.changed' });
      return context.json(await approvalsHere(api));
    });
}

/** Servers that a shown plan would copy out of a project; they need not be active here. */
function copiedByPlan(fingerprint: string, api: ApiContext): ServerToRun | undefined {
  const copies = planStoreOf(api)
    .plans()
    .flatMap(({ copies: some = [] }) => some);
  return copies.find((copy) => fingerprintOf(copy, api.host.env) === fingerprint);
}

const order = ['pending', 'denied', 'approved'];

/** The servers of projects with their approval, pending decisions first. */
async function approvalsHere({ host }: ApiContext): Promise<ApprovalsAnswer> {
  const { ofProjects } = await loadApprovalContext(host, await projectServersInSets(host));
  return ofProjects
    .map(({ toRun, permission }) => approvalView(toRun, permission, host))
    .toSorted((a, b) => order.indexOf(a.permission) - order.indexOf(b.permission) || compareNames(a.name, b.name));
}
