import { visibleChanges } from '../../manage/plan/plan-words.ts';
import { reportedLosses } from '../../manage/plan/plan-words.ts';
import { warnOfReadableFiles } from '../../manage/secrets/readable-secrets.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { Operation, PlanView } from '../contract/plans.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from '../refusal.ts';
import { planView } from '../views/plan-view.ts';
import type { OperationKind } from './operation.ts';
import { operations } from './operations.ts';
import { shelfOf } from './plan-shelf.ts';

/** What is to be done, as it was sent, in the right form for its kind. */
export function readOperation(sent: unknown): Operation {
  const kind = typeof sent === 'object' && sent !== null && 'kind' in sent ? String(sent.kind) : '';
  const known = Object.keys(operations).includes(kind) ? kindOf({ kind } as Operation) : undefined;
  if (!known) {
    const message = kind === '' ? 'kind: it has to say what to do' : `kind: there is nothing called ${kind} to do`;
    throw new Refusal(400, { code: 'usage', field: 'kind', message });
  }
  const parsed = known.schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw new Refusal(400, { code: 'usage', field, message: `${field}: ${issue?.message ?? 'it cannot be used'}` });
}

export function kindOf(operation: Operation): OperationKind {
  // The table pairs each kind with its own operation, which TypeScript cannot follow through the lookup.
  return operations[operation.kind] as unknown as OperationKind;
}

/** Works out a plan, keeps it, and says what it would do. Nothing is written. */
export async function makePlan(operation: Operation, desk: Desk): Promise<PlanView> {
  const kind = kindOf(operation);
  const plan = await kind.build(operation, desk);
  refuseUseless(plan, desk);
  const { id } = shelfOf(desk).put(operation, plan);
  const notes = (await kind.notes?.(operation, desk)) ?? [];
  return planView(id, await warnOfReadableFiles(desk.host, plan), notes, desk);
}

/** A server that none of the wanted clients can take is a failure; one that some cannot take is a warning. */
function refuseUseless(plan: Plan, { host }: Desk): void {
  if (plan.unwritten.length === 0 || visibleChanges(plan, host).length > 0) return;
  const [loss] = reportedLosses(plan);
  if (loss) throw new PlugboardError('server-refused', loss);
}
