import type { Environment } from '../../model/reference.ts';
import type { ServerToRun } from '../types.ts';
import { fingerprintOf, type ApprovalRecord, type Approvals, type Decision } from './approval.ts';
import { projectOf, territoryOf, type Surroundings } from './territory.ts';

/** Where decisions are kept. It refuses when that is inside one of `outside`, whose content could approve itself. */
export interface ApprovalRecords {
  read(outside: readonly string[]): Promise<readonly ApprovalRecord[]>;
  /** Puts a decision in place of an earlier one about the same definition and project. */
  record(decision: Omit<ApprovalRecord, 'time'>, outside: readonly string[]): Promise<void>;
  /** False when there was none. */
  forget(fingerprint: string): Promise<boolean>;
}

export interface ApprovalOptions extends Surroundings {
  readonly env: Environment;
  /** Whole fingerprints that a person has approved for this run only. */
  readonly accepted?: readonly string[];
}

/** What a person has decided about the servers of projects. Their own servers need no decision. */
export function createApprovals(records: ApprovalRecords, options: ApprovalOptions): Approvals {
  const { env, home, accepted = [] } = options;
  const decide = async (toRun: ServerToRun, decision: Decision): Promise<void> => {
    const project = projectOf(toRun, options);
    if (project === undefined) return;
    const { name } = toRun;
    await records.record(
      { fingerprint: fingerprintOf(toRun, env), project, name, decision },
      territoryOf(project, home),
    );
  };
  return {
    async permissionFor(toRun) {
      const project = projectOf(toRun, options);
      if (project === undefined) return 'approved';
      const fingerprint = fingerprintOf(toRun, env);
      if (accepted.includes(fingerprint)) return 'approved';
      const known = await records.read(territoryOf(project, home));
      return known.find((one) => one.fingerprint === fingerprint && one.project === project)?.decision ?? 'pending';
    },
    approve: (toRun) => decide(toRun, 'approved'),
    deny: (toRun) => decide(toRun, 'denied'),
    forget: (fingerprint) => records.forget(fingerprint),
    list: () => records.read(options.project === undefined ? [] : territoryOf(options.project, home)),
  };
}
