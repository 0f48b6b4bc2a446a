import { createHash } from 'node:crypto';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { CopyApproval } from '../../store/approvals/admit-copies.ts';
import { undo } from '../../store/journal/undo.ts';
import { admitServers } from '../../store/policy/admit-servers.ts';
import { decidePlan, findPlan, keepPlan, type PendingPlan } from '../../store/state/pending-plans.ts';
import { commit } from '../../store/write/apply-plan.ts';
import type { Plan } from '../../store/write/plan.ts';
import { wordsIn } from '../compare/brought.ts';
import { withBrought } from '../plan/in-steps.ts';
import { reportedLosses, visibleChanges } from '../plan/plan-words.ts';
import { warnOfReadableFiles } from '../secrets/readable-secrets.ts';
import { type ChangeRequest, changeRequest } from './change-request.ts';
import { refuseWiderRights } from './own-rights.ts';
import { planRequest } from './plan-request.ts';
import { warnOfWantedSecrets } from './wanted-secrets.ts';

/** A plan with the record that a person decides on; without a record it changes nothing. */
export interface PlannedChange {
  readonly plan: Plan;
  readonly pending?: PendingPlan;
}

/** Plans a change and keeps it until a person decides, who sees the warnings too. Writes no config file. */
export async function planChange(
  host: Host,
  request: ChangeRequest,
  { askedBy, warnings = [] }: { readonly askedBy: string; readonly warnings?: string[] },
): Promise<PlannedChange> {
  const plan = await checkedPlan(host, request);
  if (visibleChanges(plan, host).length === 0) {
    const [loss] = reportedLosses(plan);
    if (plan.unwritten.length > 0 && loss) throw new PlugboardError('server-refused', loss);
    return { plan };
  }
  const { title } = plan;
  const said = hasSecret(request) ? [...warnings, PLAIN_SECRET] : warnings;
  const pending = await keepPlan(host, { title, askedBy, warnings: said, digest: digestOf(host, plan), request });
  return { plan, pending };
}

const PLAIN_SECRET =
  'It contains what looks like a secret in plain text. It is shown, because it is not from your files and could run.';

function hasSecret(request: ChangeRequest): boolean {
  return 'definition' in request && secretsIn(request.definition as Server).length > 0;
}

/** Makes the plan of a record again. Throws if it differs from the one that was kept, or was decided. */
export async function pendingPlan(
  host: Host,
  id: string,
): Promise<{ readonly pending: PendingPlan; readonly plan: Plan }> {
  const pending = await findPlan(host, id);
  const plan = await checkedPlan(at(host, pending), requestOf(pending));
  if (digestOf(host, plan) !== pending.digest) {
    await decidePlan(host, pending, 'failed');
    throw new PlugboardError('plan-outdated', { id });
  }
  return { pending, plan };
}

/**
 * Writes exactly the texts that were shown, once. Only for a plan that a person consented to: the caller makes sure of
 * that. Returns the id of the change in the history.
 */
export async function applyPending(host: Host, id: string, approval: CopyApproval): Promise<string | undefined> {
  const { directory, request } = await findPlan(host, id);
  const there = at(host, { directory });
  if ((request as ChangeRequest | undefined)?.action === 'undo') return applyUndo(there, id, approval);
  // Under the lock, so that of two calls at the same time one finds the plan decided.
  const { applied } = await commit(there, async () => claimed(there, id), approval);
  await decidePlan(host, await findPlan(host, id), 'applied', applied?.id);
  return applied?.id;
}

/** The comparison with the history makes sure that what is undone is what was shown. */
async function applyUndo(host: Host, id: string, approval: CopyApproval): Promise<string> {
  const { undoes } = (await claimed(host, id)) as Plan & { readonly undoes: string };
  const applied = await undo(host, undoes, approval);
  await decidePlan(host, await findPlan(host, id), 'applied', applied.id);
  return applied.id;
}

export async function rejectPending(host: Host, id: string): Promise<void> {
  const pending = await findPlan(host, id);
  requestOf(pending);
  await decidePlan(host, pending, 'rejected');
}

/** The plan again, marked as used: if the write fails, it cannot be tried again. */
async function claimed(host: Host, id: string): Promise<Plan> {
  const { pending, plan } = await pendingPlan(host, id);
  await decidePlan(host, pending, 'failed');
  return plan;
}

async function checkedPlan(host: Host, request: ChangeRequest): Promise<Plan> {
  const { grants, ...rest } = await warnOfReadableFiles(host, await planRequest(host, request));
  // What an assistant wrote gets no secret of the vault with its plan: a person gives it, as to a server of a project.
  const isWritten = request.action === 'add' || request.action === 'install';
  const isTyped = isWritten || request.action === 'update';
  const plan = await warnOfWantedSecrets(host, { ...rest, ...(grants && !isWritten && { grants }) });
  await admitServers(host, plan.changes);
  await refuseWiderRights(host, plan, isTyped);
  return withBrought(plan, { texts: textsOf(request), isAll: isTyped });
}

/** What the assistant wrote, or a registry that it chose from. */
function textsOf(request: ChangeRequest): string[] {
  const name = 'server' in request ? [request.server] : [];
  if (request.action === 'rename') return [...name, request.newName];
  return 'definition' in request ? [...name, ...wordsIn(request.definition as Value)] : name;
}

function requestOf({ id, state, request }: PendingPlan): ChangeRequest {
  if (state !== 'pending') throw new PlugboardError('plan-decided', { id, state });
  const { data } = changeRequest.safeParse(request);
  if (!data) throw new PlugboardError('plan-unknown', { id });
  return data;
}

/** Plans belong to the directory that they were made in. */
function at(host: Host, { directory }: Pick<PendingPlan, 'directory'>): Host {
  return host.cwd === directory ? host : { ...host, cwd: directory };
}

/** Identifies the exact texts of all files that a plan changes. */
function digestOf(host: Host, plan: Plan): string {
  const hash = createHash('sha256');
  for (const { path, before, after, link } of visibleChanges(plan, host))
    hash.update(JSON.stringify([path, before ?? null, after ?? null, link ?? false]));
  return hash.digest('hex');
}
