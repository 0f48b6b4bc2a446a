import { copyApproval } from '../../live/approvals/project-servers.ts';
import { actionOf, reportedLosses, shortfallsIn, visibleChanges } from '../../manage/plan/plan-words.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { applyPlan } from '../../store/write/apply-plan.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { Operation, WriteAnswer } from '../contract/plans.ts';
import { HttpError } from '../http-error.ts';
import { serverLossView } from '../views/native-views.ts';
import { sanitized, pathView } from '../views/words.ts';
import { kindOf, makePlan } from './make-plan.ts';
import { planStoreOf } from './plan-store.ts';

/**
 * Writes a plan that was shown, or some of its files. The plan is made again first: if it differs from the one shown,
 * nothing is written, and the response contains the current plan.
 */
export async function writePlan(
  id: string,
  paths: readonly string[] | undefined,
  api: ApiContext,
): Promise<WriteAnswer> {
  const { host } = api;
  const store = planStoreOf(api);
  const { operation, plan: shown } = store.find(id);
  const wanted = await narrowed(operation, shown, paths, api);
  const plan = await kindOf(wanted).build(wanted, api);
  const changes = visibleChanges(plan, host);
  const beside = paths && changes.find(({ path }) => !paths.includes(path));
  if (beside) throw cannotSplit(beside.path);
  const expected = visibleChanges(shown, host).filter(({ path }) => paths?.includes(path) ?? true);
  if (!isSame(changes, expected)) throw await stale(wanted, changes, expected, api);
  const historyId = await carryOut(wanted, plan, api);
  store.take(id);
  if (historyId !== undefined) api.wrote(changes.map(({ path }) => path));
  return {
    ...(historyId !== undefined && { historyId }),
    title: sanitized(plan.title),
    files: changes.map((change) => ({ file: pathView(change.path, host), change: actionOf(change) })),
    missing: shortfallsIn(reportedLosses(plan)).map(serverLossView),
  };
}

async function narrowed(
  operation: Operation,
  shown: Plan,
  paths: readonly string[] | undefined,
  api: ApiContext,
): Promise<Operation> {
  if (!paths) return operation;
  const all = visibleChanges(shown, api.host).map(({ path }) => path);
  const unknown = paths.find((path) => !all.includes(path));
  if (unknown !== undefined)
    throw new HttpError(400, { code: 'usage', field: 'paths', message: `The plan does not change ${unknown}.` });
  const left = all.find((path) => !paths.includes(path));
  if (left === undefined) return operation;
  const kind = kindOf(operation);
  if (!kind.narrow) throw cannotSplit(left);
  return kind.narrow(operation, paths, api);
}

function cannotSplit(path: string): HttpError {
  const message = `${path} changes together with the other files and cannot be left out.`;
  return new HttpError(400, { code: 'usage', field: 'paths', message });
}

function isSame(now: readonly FileChange[], shown: readonly FileChange[]): boolean {
  return (
    now.length === shown.length &&
    now.every((change) => {
      const before = shown.find(({ path }) => path === change.path);
      return before?.before === change.before && before?.after === change.after;
    })
  );
}

async function carryOut(operation: Operation, plan: Plan, api: ApiContext): Promise<string | undefined> {
  const { write } = kindOf(operation);
  try {
    return write ? await write(plan, api.host) : (await applyPlan(api.host, plan, copyApproval(api.host)))?.id;
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.code !== 'conflict') throw error;
    const { path } = (error as PlugboardError<'conflict'>).data;
    throw await conflictAt(path, operation, api);
  }
}

async function stale(
  operation: Operation,
  now: readonly FileChange[],
  shown: readonly FileChange[],
  api: ApiContext,
): Promise<HttpError> {
  const other = [...now, ...shown].find(({ path, before }) => {
    const same = [...now, ...shown].filter((change) => change.path === path && change.before === before);
    return same.length < 2;
  });
  return conflictAt((other ?? now[0] ?? shown[0])?.path ?? '', operation, api);
}

async function conflictAt(file: string, operation: Operation, api: ApiContext): Promise<HttpError> {
  const { message } = new PlugboardError('conflict', { path: file });
  const fresh = await makePlan(operation, api);
  return new HttpError(409, { code: 'conflict', message, file, hint: 'review the current changes', fresh });
}
