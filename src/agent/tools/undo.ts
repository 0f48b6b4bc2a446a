import * as z from 'zod';
import { planChange } from '../../manage/pending/pending-change.ts';
import { acts } from '../../mcp/annotations.ts';
import { newestNotUndone } from '../../store/journal/history.ts';
import { applyWithConsent } from '../consent.ts';
import { planData } from '../plan-data.ts';
import { outcome } from './apply-plan.ts';
import { tool } from './tool.ts';

/** State that the client holds while its user decides. */
interface Asked {
  readonly planId: string;
}

export const undo = tool({
  name: 'undo',
  title: 'Undo a change',
  description: 'Undo a change, by default the last one, after the user consents. Answers like apply_plan.',
  annotations: acts,
  input: z.object({ changeId: z.string().min(1).max(100).optional() }),
  output: outcome,
  async run({ changeId }, call) {
    const { host } = call;
    const asked = call.context.mcpReq.requestState<Asked>();
    if (asked) return applyWithConsent(call, asked.planId);
    const change = changeId ?? (await newestNotUndone(host)).id;
    const { plan, pending } = await planChange(host, { action: 'undo', change }, call);
    if (!pending) return { status: 'applied', planId: '', ...planData(plan, host) };
    const result = await applyWithConsent(call, pending.id);
    return 'status' in result && result['status'] === 'pending' ? { ...result, ...planData(plan, host) } : result;
  },
});
