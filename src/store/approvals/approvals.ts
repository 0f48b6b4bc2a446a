import type { Host } from '../../model/host.ts';
import { withLock } from '../lock/lock.ts';
import { enclosingDirectory } from '../state/enclosing-directory.ts';
import { stateFile } from '../state/places.ts';
import { damaged, readPrivateJson, unusable, writePrivateJson } from './private-file.ts';

/** A decision about exactly one definition in one project. */
export interface ApprovalRecord {
  readonly fingerprint: string;
  /** Absolute path. */
  readonly project: string;
  /** Name of the server. */
  readonly name: string;
  readonly decision: 'approved' | 'denied';
  /** ISO 8601. */
  readonly time: string;
}

/**
 * The user's decisions, in one state file. They are ignored if the file is inside one of the directories `outside`, or
 * if others can access it: a project must never be able to approve itself. A damaged file is not overwritten, since
 * that would lose denials.
 */
export interface ApprovalFile {
  read(outside: readonly string[]): Promise<readonly ApprovalRecord[]>;
  /** Replaces an earlier decision about the same definition and project. */
  record(decision: Omit<ApprovalRecord, 'time'>, outside: readonly string[]): Promise<void>;
  /** False if there was none. */
  forget(fingerprint: string): Promise<boolean>;
  /** Real paths of directories that a person trusts as a whole. */
  trusted(outside: readonly string[]): Promise<readonly string[]>;
  /** False if nothing changed. */
  trust(directory: string, isTrusted: boolean, outside: readonly string[]): Promise<boolean>;
}

export function approvalFile(host: Host): ApprovalFile {
  const path = stateFile(host, 'approvals.json');
  const read = async (outside: readonly string[]): Promise<readonly ApprovalRecord[]> => {
    await refuseInside(host, path, outside);
    return (await readDecisions(host, path)).approvals;
  };
  return {
    read,
    async record({ fingerprint, project, name, decision }, outside) {
      // Before the lock, which would leave a file there.
      await refuseInside(host, path, outside);
      await withLock(host, {}, async () => {
        const { approvals, projects } = await readDecisions(host, path);
        const others = approvals.filter((it) => it.fingerprint !== fingerprint || it.project !== project);
        const time = host.now().toISOString();
        const decided = { fingerprint, project, name, decision, time };
        await writeDecisions(host, path, { approvals: [...others, decided], projects });
      });
    },
    forget: (fingerprint) =>
      withLock(host, {}, async () => {
        const { approvals, projects } = await readDecisions(host, path);
        const others = approvals.filter((it) => it.fingerprint !== fingerprint);
        if (others.length === approvals.length) return false;
        await writeDecisions(host, path, { approvals: others, projects });
        return true;
      }),
    async trusted(outside) {
      await refuseInside(host, path, outside);
      return (await readDecisions(host, path)).projects.map(({ directory }) => directory);
    },
    async trust(directory, isTrusted, outside) {
      await refuseInside(host, path, outside);
      return withLock(host, {}, async () => {
        const { approvals, projects } = await readDecisions(host, path);
        if (projects.some((it) => it.directory === directory) === isTrusted) return false;
        const others = projects.filter((it) => it.directory !== directory);
        const added = isTrusted ? [{ directory, time: host.now().toISOString() }] : [];
        await writeDecisions(host, path, { approvals, projects: [...others, ...added] });
        return true;
      });
    },
  };
}

interface TrustedDirectory {
  readonly directory: string;
  /** ISO 8601. */
  readonly time: string;
}

interface Decisions {
  readonly approvals: readonly ApprovalRecord[];
  readonly projects: readonly TrustedDirectory[];
}

async function readDecisions(host: Host, path: string): Promise<Decisions> {
  const root = (await readPrivateJson(host, path)) as Partial<Record<string, unknown>> | undefined | null;
  if (root === undefined) return { approvals: [], projects: [] };
  const { version, approvals, projects = [] } = root ?? {};
  const isSound =
    version === 1 &&
    Array.isArray(approvals) &&
    approvals.every(isRecord) &&
    Array.isArray(projects) &&
    projects.every(isDirectory);
  if (!isSound) throw damaged(path);
  return { approvals, projects };
}

function isRecord(value: unknown): value is ApprovalRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { fingerprint, project, name, decision, time } = value as Partial<ApprovalRecord>;
  const texts = [fingerprint, project, name, time].every((it) => typeof it === 'string');
  return texts && (decision === 'approved' || decision === 'denied');
}

function isDirectory(value: unknown): value is TrustedDirectory {
  if (typeof value !== 'object' || value === null) return false;
  const { directory, time } = value as Partial<TrustedDirectory>;
  return typeof directory === 'string' && typeof time === 'string';
}

async function writeDecisions(host: Host, path: string, { approvals, projects }: Decisions): Promise<void> {
  await writePrivateJson(host, path, { version: 1, approvals, ...(projects.length > 0 && { projects }) });
}

async function refuseInside(host: Host, path: string, outside: readonly string[]): Promise<void> {
  const directory = await enclosingDirectory(host, path, outside);
  if (directory === undefined) return;
  const why = `it is inside ${directory}, which could then approve itself (check PLUGBOARD_HOME and XDG_STATE_HOME)`;
  throw unusable(path, why);
}
