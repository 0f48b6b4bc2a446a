import {
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/server';
import { copyApproval } from '../live/approvals/project-servers.ts';
import { applyPending, pendingPlan, rejectPending } from '../manage/pending/pending-change.ts';
import { CallFailure } from '../mcp/failure.ts';
import { findPlan } from '../store/state/pending-plans.ts';
import { formText } from './plan-data.ts';
import type { Data, ToolCall } from './tools/tool.ts';

/** State that the client holds while its user decides. */
interface Asked {
  readonly planId: string;
}

/** How long a form may stay open. The plan can still be decided elsewhere afterwards. */
const FORM_MS = 10 * 60 * 1000;

/**
 * Applies a plan if a person consents: in a form of the client, else at a terminal or on the page, where pending plans
 * appear. Only an accepted form counts.
 */
export async function applyWithConsent(call: ToolCall, planId: string): Promise<Data | InputRequiredResult> {
  const { app, host } = call;
  const known = await findPlan(host, planId);
  if (known.state === 'applied') return applied(planId, known.change);
  const { plan } = await pendingPlan(host, planId);
  if (app.mayApply) return apply(call, planId);
  const message = formText(plan, host, known);
  if (!call.canElicit || message === undefined) return pending(planId);
  const answer = await ask(call, planId, { message, requestedSchema: { type: 'object', properties: {} } });
  if (typeof answer !== 'string') return answer;
  if (answer === 'accept') return apply(call, planId);
  if (answer === 'unanswered') return pending(planId);
  await rejectPending(host, planId);
  throw new CallFailure('consent-declined', 'The user declined, so nothing is written.', [
    'Ask the user what to do instead. Do not propose the same change again.',
  ]);
}

/** The answer of the person, or a result that makes the client ask and call again. */
async function ask(
  { app, context }: ToolCall,
  planId: string,
  form: ElicitRequestFormParams,
): Promise<string | InputRequiredResult> {
  const asked = context.mcpReq.requestState<Asked>();
  // An answer counts only for the plan that we asked about.
  if (asked?.planId === planId) {
    const response = inputResponse(context.mcpReq.inputResponses, 'consent');
    return response.kind === 'elicit' ? response.action : 'decline';
  }
  try {
    const request = { method: 'elicitation/create', params: form } as const;
    const { action } = await context.mcpReq.send(request, { timeout: FORM_MS, signal: context.mcpReq.signal });
    return action;
  } catch (error) {
    if (!(error instanceof SdkError)) throw error;
    if (error.code === SdkErrorCode.RequestTimeout || context.mcpReq.signal.aborted) return 'unanswered';
    // An answer that is not one is no consent.
    if (error.code === SdkErrorCode.InvalidResult) return 'decline';
    if (error.code !== SdkErrorCode.MethodNotSupportedByProtocolVersion) throw error;
    return inputRequired({
      inputRequests: { consent: inputRequired.elicit(form) },
      requestState: await app.states.mint({ planId } satisfies Asked, context),
    });
  }
}

async function apply({ host }: ToolCall, planId: string): Promise<Data> {
  return applied(planId, await applyPending(host, planId, copyApproval(host)));
}

function applied(planId: string, change: string | undefined): Data {
  return {
    status: 'applied',
    planId,
    changeId: change,
    next: 'Clients read the change when they start or reload. Check it with diagnose; take it back with undo.',
  };
}

function pending(planId: string): Data {
  return {
    status: 'pending',
    planId,
    next: `Ask the user to review the plan: at a terminal with "plugboard plans apply ${planId}", or on the page of "plugboard ui". Then call apply_plan again to learn the outcome. You cannot consent yourself.`,
  };
}
