import type { Environment } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { projectOf, territoryOf, type Surroundings } from '../../trust/territory.ts';
import type { ServerToRun } from '../types.ts';
import { fingerprintOf, type ApprovalRecord, type Approvals, type Decision } from './approval.ts';

/** Storage for decisions. Refuses a location inside `outside`, whose content could approve itself. */
export interface ApprovalRecords {
  read(outside: readonly string[]): Promise<readonly ApprovalRecord[]>;
  /** Replaces an earlier decision about the same definition and project. */
  record(decision: Omit<ApprovalRecord, 'time'>, outside: readonly string[]): Promise<void>;
  /** False if there was none. */
  forget(fingerprint: string): Promise<boolean>;
}

export interface ApprovalOptions extends Surroundings {
  readonly env: Environment;
  /** Full fingerprints that a person approved for this run only. */
  readonly accepted?: readonly string[];
  /** The project a definition was copied from, wherever it is now. */
  readonly copiedFrom?: (server: Server) => Promise<string | undefined>;
}

interface Subject {
  readonly project: string;
  readonly toRun: ServerToRun;
}

/** Decisions about servers of projects. A person's own servers need none. */
export function createApprovals(records: ApprovalRecords, options: ApprovalOptions): Approvals {
  const { env, home, accepted = [] } = options;
  /** The subject of the decision; undefined for a person's own servers. */
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
