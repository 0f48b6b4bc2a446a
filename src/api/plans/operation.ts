import type * as z from 'zod';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { IssueView } from '../contract/common.ts';
import type { Operation } from '../contract/plans.ts';

/** The operation of one kind. */
export type OperationOf<K extends Operation['kind'], O extends Operation = Operation> = O extends unknown
  ? K extends O['kind']
    ? O
    : never
  : never;

/** The implementation of one kind of operation. */
export interface OperationKind<O extends Operation = Operation> {
  readonly schema: z.ZodType<O>;
  /** Makes the plan. Called again before writing, so it must read the files itself. */
  build(operation: O, api: ApiContext): Promise<Plan>;
  /**
   * Reduces the plan to some of its files. The rest must stay consistent: our state goes with the file it belongs to.
   * Absent if all files belong together.
   */
  narrow?(operation: O, paths: readonly string[], api: ApiContext): Promise<O>;
  /** Notes to show before writing, in addition to the plan. */
  notes?(operation: O, api: ApiContext): Promise<readonly IssueView[]>;
  /** For operations that do more than write the plan. Returns the history ID. */
  write?(plan: Plan, host: Host): Promise<string | undefined>;
}
