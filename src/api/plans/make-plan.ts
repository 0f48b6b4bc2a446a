import { visibleChanges } from '../../manage/plan/plan-words.ts';
import { reportedLosses } from '../../manage/plan/plan-words.ts';
import { warnOfReadableFiles } from '../../manage/secrets/readable-secrets.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { admitServers } from '../../store/policy/admit-servers.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { Operation, PlanView } from '../contract/plans.ts';
import { HttpError } from '../http-error.ts';
import { planView } from '../views/plan-view.ts';
import type { OperationKind } from './operation.ts';
import { operations } from './operations.ts';
import { planStoreOf } from './plan-store.ts';

/** Parses an operation according to its kind. */
export function readOperation(sent: unknown): Operation {
  const kind = typeof sent === 'object' && sent !== null && 'kind' in sent ? String(sent.kind) : '';
  const known = Object.keys(operations).includes(kind) ? kindOf({ kind } as Operation) : undefined;
  if (!known) {
    const message = kind === '' ? 'kind: required' : `kind: unknown operation "${kind}"`;
    throw new HttpError(400, { code: 'usage', field: 'kind', message });
  }
  const parsed = known.schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw new HttpError(400, { code: 'usage', field, message: `${field}: ${issue?.message ?? 'invalid value'}` });
}

export function kindOf(operation: Operation): OperationKind {
  // The table pairs each kind with its operation, which TypeScript cannot infer from the lookup.
  return operations[operation.kind] as unknown as OperationKind;
}

/** Makes and stores a plan, and returns its view. Writes nothing. */
export async function makePlan(operation: Operation, api: ApiContext): Promise<PlanView> {
  const kind = kindOf(operation);
  const plan = await kind.build(operation, api);
  rejectUnusable(plan, api);
  await admitServers(api.host, plan.changes);
  const { id } = planStoreOf(api).put(operation, plan);
  const notes = (await kind.notes?.(operation, api)) ?? [];
  const view = await planView(id, await warnOfReadableFiles(api.host, plan), notes, api);
  return { ...view, isDivisible: kind.narrow !== undefined };
}

/** A server that none of the clients can use is an error; one that only some cannot use is a warning. */
function rejectUnusable(plan: Plan, { host }: ApiContext): void {
  if (plan.unwritten.length === 0 || visibleChanges(plan, host).length > 0) return;
  const [loss] = reportedLosses(plan);
  if (loss) throw new PlugboardError('server-refused', loss);
}
