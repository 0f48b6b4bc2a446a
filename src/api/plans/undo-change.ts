import * as z from 'zod';
import { copyApproval } from '../../live/approvals/project-servers.ts';
import { planUndo } from '../../manage/plan-undo.ts';
import { restore } from '../../manage/restore.ts';
import { undo } from '../../store/journal/undo.ts';
import { applyPlan } from '../../store/write/apply-plan.ts';
import { present } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type Undo = OperationOf<'undo'>;
type Restore = OperationOf<'restore'>;

const id = z.string().min(1).max(100);

/** Undoes a whole change; `restore` handles single files. */
export const undoChange: OperationKind<Undo> = {
  schema: z.object({ kind: z.literal('undo'), id: id.optional() }).transform((operation) => present(operation) as Undo),
  build: ({ id: change }, { host }) => planUndo(host, change),
  async write(plan, host) {
    const { undoes } = plan as Awaited<ReturnType<typeof planUndo>>;
    return (await undo(host, undoes, copyApproval(host))).id;
  },
};

/** Restores the content of files before a change, regardless of later changes. */
export const restoreFiles: OperationKind<Restore> = {
  schema: z
    .object({ kind: z.literal('restore'), id, paths: z.array(z.string()).min(1).optional() })
    .transform((operation) => present(operation) as Restore),
  build: ({ id: change, paths }, { host }) => restore(host, change, paths),
  narrow: async (operation, paths) => ({ ...operation, paths }),
  write: async (plan, host) => (await applyPlan(host, plan, copyApproval(host)))?.id,
};
