import type { Environment } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { projectOf, territoryOf, type Surroundings } from '../../trust/territory.ts';
import type { ServerToRun } from '../types.ts';
import { fingerprintOf, type ApprovalRecord, type Approvals, type Decision } from './approval.ts';

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
  /** The project that a definition was copied out of, wherever it stands now. */
  readonly copiedFrom?: (server: Server) => Promise<string | undefined>;
}

interface Subject {
  readonly project: string;
  readonly toRun: ServerToRun;
}

/** What a person has decided about the servers of projects. Their own servers need no decision. */
export function createApprovals(records: ApprovalRecords, options: ApprovalOptions): Approvals {
  const { env, home, accepted = [] } = options;
  /** What is decided on; undefined for what is that person's own. */
  const subjectOf = async (toRun: ServerToRun): Promise<Subject | undefined> => {
    const project = projectOf(toRun, options);
    if (project !== undefined) return { project, toRun };
    const copiedFrom = await options.copiedFrom?.(toRun.server);
    return copiedFrom === undefined ? undefined : { project: copiedFrom, toRun: asCopied(toRun, copiedFrom) };
  };
  const decide = async (given: ServerToRun, decision: Decision): Promise<void> => {
    const subject = await subjectOf(given);
    if (!subject) return;
    const { project, toRun } = subject;
    const fingerprint = fingerprintOf(toRun, env);
    await records.record({ fingerprint, project, name: toRun.name, decision }, territoryOf(project, home));
  };
  return {
    async permissionFor(given) {
      const subject = await subjectOf(given);
      if (!subject) return 'approved';
      const { project, toRun } = subject;
      const fingerprint = fingerprintOf(toRun, env);
      if (accepted.includes(fingerprint) || accepted.includes(fingerprintOf(given, env))) return 'approved';
      const known = await records.read(territoryOf(project, home));
      return known.find((one) => one.fingerprint === fingerprint && one.project === project)?.decision ?? 'pending';
    },
    approve: (toRun) => decide(toRun, 'approved'),
    deny: (toRun) => decide(toRun, 'denied'),
    forget: (fingerprint) => records.forget(fingerprint),
    list: () => records.read(options.project === undefined ? [] : territoryOf(options.project, home)),
  };
}

function asCopied(toRun: ServerToRun, project: string): ServerToRun {
  const origin = toRun.origin ?? { file: '', client: '', scope: 'user' as const };
  return { ...toRun, origin: { ...origin, project, copied: true } };
}
