import * as z from 'zod';
import { copyApproval } from '../../live/approvals/project-servers.ts';
import { applyPending, pendingPlan } from '../../manage/pending/pending-change.ts';
import type { Plan } from '../../store/write/plan.ts';
import { sanitized } from '../views/words.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type Pending = OperationOf<'pending'>;

/** Applies a plan that an assistant made. The page shows it in the same review as any other. */
export const pendingChange: OperationKind<Pending> = {
  schema: z.object({ kind: z.literal('pending'), id: z.string().max(100) }),
  async build({ id }, { host }) {
    const { plan } = await pendingPlan(host, id);
    return { ...plan, pendingId: id } satisfies Plan & { pendingId: string };
  },
  async notes({ id }, { host }) {
    const { warnings } = (await pendingPlan(host, id)).pending;
    return warnings.map((message) => ({
      code: 'pending-warning',
      severity: 'warning' as const,
      message: sanitized(message),
    }));
  },
  async write(plan, host) {
    return applyPending(host, (plan as Plan & { readonly pendingId: string }).pendingId, copyApproval(host));
  },
};
