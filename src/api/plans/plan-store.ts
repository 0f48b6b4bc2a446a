import { randomBytes } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { Operation } from '../contract/plans.ts';
import { HttpError } from '../http-error.ts';
import { perContext } from '../per-context.ts';

/** A plan that was shown, with its operation. Contains secrets. */
export interface StoredPlan {
  readonly id: string;
  readonly operation: Operation;
  readonly plan: Plan;
}

export interface PlanStore {
  put(operation: Operation, plan: Plan): StoredPlan;
  find(id: string): StoredPlan;
  take(id: string): void;
  /** All stored plans. */
  plans(): readonly Plan[];
}

const KEPT_MS = 60 * 60 * 1000;
/** Old plans are dropped when many are made. */
const MOST = 200;

export const planStoreOf = perContext(({ host }) => createPlanStore(host));

/** Stores plans until they are written, at most an hour. */
export function createPlanStore({ now }: Pick<Host, 'now'>): PlanStore {
  const plans = new Map<string, StoredPlan & { readonly since: number }>();
  const tidy = (): void => {
    const oldest = now().getTime() - KEPT_MS;
    for (const [id, { since }] of plans) if (since < oldest || plans.size > MOST) plans.delete(id);
  };
  return {
    put(operation, plan) {
      const id = randomBytes(12).toString('base64url');
      const shelved = { id, operation, plan, since: now().getTime() };
      plans.set(id, shelved);
      tidy();
      return shelved;
    },
    find(id) {
      tidy();
      const found = plans.get(id);
      if (found) return found;
      throw new HttpError(404, {
        code: 'plan-unknown',
        message: 'The plan was already written or has expired (1 hour).',
        hint: 'create it again',
      });
    },
    take: (id) => void plans.delete(id),
    plans() {
      tidy();
      return [...plans.values()].map(({ plan }) => plan);
    },
  };
}
