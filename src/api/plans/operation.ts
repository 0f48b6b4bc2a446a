import type { z } from 'zod';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { FindingView } from '../contract/common.ts';
import type { Operation } from '../contract/plans.ts';
import type { Desk } from '../desk.ts';

/** The operation of one kind. */
export type OperationOf<K extends Operation['kind'], O extends Operation = Operation> = O extends unknown
  ? K extends O['kind']
    ? O
    : never
  : never;

/** How the page does one kind of thing. */
export interface OperationKind<O extends Operation = Operation> {
  readonly schema: z.ZodType<O>;
  /** Works out what would be written. Called again before it is written, so it must read the files itself. */
  build(operation: O, desk: Desk): Promise<Plan>;
  /**
   * The same for some of its files only. What is left must be whole: notes of ours go with the file they are about. Absent
   * where all files belong together.
   */
  narrow?(operation: O, paths: readonly string[], desk: Desk): Promise<O>;
  /** What a person should know before they write it, beside what the plan says. */
  notes?(operation: O, desk: Desk): Promise<readonly FindingView[]>;
  /** Where carrying out the plan is not all that is to be done. Gives the number in the history. */
  write?(plan: Plan, host: Host): Promise<string | undefined>;
}
