import { z } from 'zod';
import { copyApproval } from '../../live/approvals/project-servers.ts';
import { type ChangeRequest, changeRequest, definitionShape } from '../../manage/pending/change-request.ts';
import { planChange as makePlan } from '../../manage/pending/pending-change.ts';
import { creates } from '../../mcp/annotations.ts';
import { CallFailure } from '../../mcp/failure.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import { planData } from '../plan-data.ts';
import { tool } from './tool.ts';

const input = z.object({
  action: z.enum(['add', 'update', 'remove', 'enable', 'disable', 'rename', 'copy', 'sync']),
  server: z.string().min(1).max(200).optional(),
  definition: definitionShape
    .optional()
    .describe('For add and update, as in get_server. update merges; null removes. Refer to secrets as ${NAME}.'),
  to: z.array(z.string()).optional().describe('Places: client, client:scope, or catalog.'),
  from: z.string().optional().describe('Place to copy from.'),
  newName: z.string().optional(),
});

export const planChange = tool({
  name: 'plan_change',
  title: 'Plan a change',
  description:
    'Plan a change of servers and return its diff, losses and warnings. Writes nothing: show it to the user, then call apply_plan with planId. sync brings clients in line with the catalog.',
  annotations: creates,
  input,
  output: z.looseObject({
    planId: z.string().optional(),
    title: z.string(),
    changes: z.array(z.unknown()),
    losses: z.array(z.unknown()),
    warnings: z.array(z.unknown()),
  }),
  async run(given, call) {
    const { host } = call;
    const { plan, pending } = await makePlan(host, requestIn(given), call.askedBy);
    await requireApproved(host, plan);
    const data = planData(plan, host);
    if (!pending) return { ...data, next: 'Nothing would change.' };
    return {
      planId: pending.id,
      ...data,
      next: 'Show the changes to the user, then call apply_plan. It asks for consent.',
    };
  },
});

/** The arguments that belong to the action; others are an error, because they would have no effect. */
export function requestIn(given: Readonly<Record<string, unknown>>): ChangeRequest {
  const present = Object.fromEntries(
    Object.entries(given).filter(([key, value]) => value !== undefined && key !== 'maxChars'),
  );
  const { data, error } = changeRequest.safeParse(present);
  if (data) return data;
  const problems = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new CallFailure('INVALID_INPUT', `Invalid arguments for ${String(given['action'])}: ${problems.join('; ')}.`, [
    'add needs server, definition and to; update server and definition; rename server and newName; copy server and to; sync only to.',
  ]);
}

/** Copies of project servers that a client would start are refused at once, not only when they are written. */
async function requireApproved(host: Host, { copies = [] }: Plan): Promise<void> {
  const { isApproved } = copyApproval(host);
  for (const copy of copies)
    if (copy.startedBy !== undefined && !(await isApproved(copy)))
      throw new PlugboardError('approval-needed', { name: copy.name });
}
