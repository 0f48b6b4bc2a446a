import { approvalsOf } from '../../live/approvals/project-servers.ts';
import { actionOf, reportedLosses, shortfallsIn, visibleChanges } from '../../manage/plan/plan-words.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { applyPlan } from '../../store/write/apply-plan.ts';
import type { FileChange, Plan, ProjectCopy } from '../../store/write/plan.ts';
import type { Operation, WriteAnswer } from '../contract/plans.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from '../refusal.ts';
import { serverLossView } from '../views/native-views.ts';
import { harmless, pathView } from '../views/words.ts';
import { kindOf, makePlan } from './make-plan.ts';
import { shelfOf } from './plan-shelf.ts';

/**
 * Carries out a plan that was shown, all of it or some of its files. It is worked out anew first: when that gives
 * something else than was shown, nothing is written, and the answer has the plan as it would be now.
 */
export async function writePlan(id: string, paths: readonly string[] | undefined, desk: Desk): Promise<WriteAnswer> {
  const { host } = desk;
  const shelf = shelfOf(desk);
  const { operation, plan: shown } = shelf.find(id);
  const wanted = await narrowed(operation, shown, paths, desk);
  const plan = await kindOf(wanted).build(wanted, desk);
  const changes = visibleChanges(plan, host);
  const beside = paths && changes.find(({ path }) => !paths.includes(path));
  if (beside) throw togetherOnly(beside.path);
  const expected = visibleChanges(shown, host).filter(({ path }) => paths?.includes(path) ?? true);
  if (!isSame(changes, expected)) throw await stale(wanted, changes, expected, desk);
  const historyId = await carryOut(wanted, plan, desk);
  shelf.take(id);
  if (historyId !== undefined) desk.wrote(changes.map(({ path }) => path));
  return {
    ...(historyId !== undefined && { historyId }),
    title: harmless(plan.title),
    files: changes.map((change) => ({ file: pathView(change.path, host), change: actionOf(change) })),
    missing: shortfallsIn(reportedLosses(plan)).map(serverLossView),
  };
}

async function narrowed(
  operation: Operation,
  shown: Plan,
  paths: readonly string[] | undefined,
  desk: Desk,
): Promise<Operation> {
  if (!paths) return operation;
  const all = visibleChanges(shown, desk.host).map(({ path }) => path);
  const unknown = paths.find((path) => !all.includes(path));
  if (unknown !== undefined)
    throw new Refusal(400, { code: 'usage', field: 'paths', message: `The plan does not change ${unknown}.` });
  const left = all.find((path) => !paths.includes(path));
  if (left === undefined) return operation;
  const kind = kindOf(operation);
  if (!kind.narrow) throw togetherOnly(left);
  return kind.narrow(operation, paths, desk);
}

function togetherOnly(path: string): Refusal {
  const message = `${path} changes together with the others, so it cannot be left out.`;
  return new Refusal(400, { code: 'usage', field: 'paths', message });
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

async function carryOut(operation: Operation, plan: Plan, desk: Desk): Promise<string | undefined> {
  const { write } = kindOf(operation);
  try {
    const approvals = approvalsOf(desk.host);
    const isApproved = async (copy: ProjectCopy): Promise<boolean> =>
      (await approvals.permissionFor(copy)) === 'approved';
    return write ? await write(plan, desk.host) : (await applyPlan(desk.host, plan, { isApproved }))?.id;
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.code !== 'conflict') throw error;
    const { path } = (error as PlugboardError<'conflict'>).data;
    throw await conflictAt(path, operation, desk);
  }
}

async function stale(
  operation: Operation,
  now: readonly FileChange[],
  shown: readonly FileChange[],
  desk: Desk,
): Promise<Refusal> {
  const other = [...now, ...shown].find(({ path, before }) => {
    const same = [...now, ...shown].filter((change) => change.path === path && change.before === before);
    return same.length < 2;
  });
  return conflictAt((other ?? now[0] ?? shown[0])?.path ?? '', operation, desk);
}

async function conflictAt(file: string, operation: Operation, desk: Desk): Promise<Refusal> {
  const { message } = new PlugboardError('conflict', { path: file });
  const fresh = await makePlan(operation, desk);
  return new Refusal(409, { code: 'conflict', message, file, hint: 'look at what would be written now', fresh });
}
