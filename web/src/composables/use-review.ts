import { shallowRef } from 'vue';
import type { ApiProblem } from '../../../src/api/contract/common.ts';
import type { Operation, PlanView, WriteAnswer, WriteRequest } from '../../../src/api/contract/plans.ts';
import { post, problemOf, RequestFailed } from '../api/client.ts';
import { sentence } from '../components/sentence.ts';
import { useToasts } from './use-toasts.ts';

/** The review shown by the single ReviewDialog. */
export interface OpenReview {
  readonly operation: Operation;
  readonly plan?: PlanView;
  /** The plan that was shown before a file changed on disk. */
  readonly seen?: PlanView;
  readonly problem?: ApiProblem;
  readonly isBusy: boolean;
  readonly finish: (answer: WriteAnswer | undefined) => void;
}

export const openReview = shallowRef<OpenReview>();

/** Shows what an operation would write, and writes it after confirmation. Returns undefined if canceled. */
export async function review(operation: Operation): Promise<WriteAnswer | undefined> {
  openReview.value?.finish(undefined);
  return new Promise((resolve) => {
    const finish = (answer: WriteAnswer | undefined): void => {
      openReview.value = undefined;
      resolve(answer);
    };
    openReview.value = { operation, isBusy: true, finish };
    void makePlan();
  });
}

/** For components; the same function everywhere. */
export function useReview(): { readonly review: typeof review } {
  return { review };
}

/** Requests the plan of the open review, also to retry after a failure. */
export async function makePlan(): Promise<void> {
  await during(async ({ operation }) => ({ plan: await post<PlanView>('/plans', operation) }));
}

/** Replaces the open plan with one that disables the server in every project. */
export async function planEverywhere(): Promise<void> {
  const open = openReview.value;
  if (open?.operation.kind !== 'disable') return;
  const operation: Operation = { ...open.operation, everywhere: true };
  openReview.value = { operation, isBusy: true, finish: open.finish };
  await makePlan();
}

/** Replaces the open plan with one that changes the references to the server too. */
export async function planReferences(): Promise<void> {
  const open = openReview.value;
  if (open?.operation.kind !== 'remove' && open?.operation.kind !== 'update') return;
  const operation: Operation = { ...open.operation, references: true };
  openReview.value = { operation, isBusy: true, finish: open.finish };
  await makePlan();
}

/** Replaces the open plan with one that writes references in place of secrets. */
export async function planWithoutSecrets(): Promise<void> {
  const open = openReview.value;
  if (open?.operation.kind !== 'import') return;
  const operation: Operation = { ...open.operation, withoutSecrets: true };
  openReview.value = { operation, isBusy: true, finish: open.finish };
  await makePlan();
}

/** Replaces the open plan with one that stores the secrets in the vault. */
export async function planInVault(): Promise<void> {
  const open = openReview.value;
  if (open?.operation.kind !== 'add') return;
  const operation: Operation = { ...open.operation, vault: true };
  openReview.value = { operation, isBusy: true, finish: open.finish };
  await makePlan();
}

/** Writes the open plan, or some of its files. */
export async function writePlan(paths?: readonly string[]): Promise<void> {
  await during(async ({ plan, finish }) => {
    if (!plan) return {};
    try {
      const answer = await write(plan, paths);
      tellOf(answer);
      finish(answer);
      return undefined;
    } catch (error) {
      const fresh = freshPlan(error);
      if (!fresh) throw error;
      return { plan: fresh, seen: plan };
    }
  });
}

/** Undoes a change without confirmation; if a file changed since, shows the review first. */
export async function undo(id: string): Promise<void> {
  try {
    const plan = await post<PlanView>('/plans', { kind: 'undo', id } satisfies Operation);
    tellOf(await write(plan));
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 409) await review({ kind: 'undo', id });
    else useToasts().toast({ kind: 'bad', title: 'Undo failed', detail: problemOf(error).message });
  }
}

async function write(plan: PlanView, paths?: readonly string[]): Promise<WriteAnswer> {
  const request: WriteRequest = paths ? { paths } : {};
  return post<WriteAnswer>(`/plans/${plan.id}/write`, request);
}

function freshPlan(error: unknown): PlanView | undefined {
  const isConflict = error instanceof RequestFailed && error.status === 409;
  return isConflict ? (error.problem.fresh as PlanView | undefined) : undefined;
}

function tellOf({ title, files, historyId, missing }: WriteAnswer): void {
  const detail = files.map(({ file }) => file.short).join(', ');
  const action = historyId ? { title: 'Undo', icon: 'undo' as const, run: () => void undo(historyId) } : undefined;
  const { toast } = useToasts();
  if (missing.length > 0) {
    const lines = missing.map(({ server, field, client, why }) => `${server}.${field} in ${client}: ${why}`);
    toast({
      kind: 'bad',
      title: 'Partly written',
      detail: `Not written: ${lines.join('; ')}`,
      ...(action && { action }),
    });
  } else if (!detail) toast({ kind: 'info', title: 'Nothing to change' });
  else toast({ kind: 'good', title: sentence(title), detail, ...(action && { action }) });
}

/** Marks the open review as busy, and shows errors in it. */
async function during(step: (open: OpenReview) => Promise<Partial<OpenReview> | undefined>): Promise<void> {
  const open = openReview.value;
  if (!open) return;
  const { problem: _old, ...rest } = open;
  const busy: OpenReview = { ...rest, isBusy: true };
  openReview.value = busy;
  const change = await step(busy).catch((error: unknown) => ({ problem: problemOf(error) }));
  if (openReview.value === busy && change) openReview.value = { ...busy, ...change, isBusy: false };
}
