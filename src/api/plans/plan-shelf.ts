import { randomBytes } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { Operation } from '../contract/plans.ts';
import { perDesk } from '../per-desk.ts';
import { Refusal } from '../refusal.ts';

/** A plan that was shown, with what it was made from. Holds secrets. */
export interface ShelvedPlan {
  readonly id: string;
  readonly operation: Operation;
  readonly plan: Plan;
}

export interface PlanShelf {
  put(operation: Operation, plan: Plan): ShelvedPlan;
  find(id: string): ShelvedPlan;
  take(id: string): void;
  /** All that are kept. */
  plans(): readonly Plan[];
}

const KEPT_MS = 60 * 60 * 1000;
/** Somebody who looks at plan after plan does not want the old ones. */
const MOST = 200;

export const shelfOf = perDesk(({ host }) => createShelf(host));

/** Keeps plans until they are written, or for an hour. */
export function createShelf({ now }: Pick<Host, 'now'>): PlanShelf {
  const plans = new Map<string, ShelvedPlan & { readonly since: number }>();
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
      throw new Refusal(404, {
        code: 'plan-unknown',
        message: 'This plan has been written already, or is older than an hour.',
        hint: 'ask for it again',
      });
    },
    take: (id) => void plans.delete(id),
    plans() {
      tidy();
      return [...plans.values()].map(({ plan }) => plan);
    },
  };
}
