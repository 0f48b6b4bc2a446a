import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import { directoryAround } from './directory-around.ts';
import { withLock } from './lock.ts';
import { stateFile } from './places.ts';
import { putInPlace, stage } from './put-file.ts';
import { readOwnFile } from './read-own-file.ts';
import { codeOf, reasonOf, unsafeIn, writing } from './reason.ts';

/** What a person has decided about exactly one definition in one project. */
export interface ApprovalRecord {
  readonly fingerprint: string;
  /** Absolute path. */
  readonly project: string;
  /** Of the server. */
  readonly name: string;
  readonly decision: 'approved' | 'denied';
  /** ISO 8601. */
  readonly time: string;
}

/**
 * The decisions of this person, in one file of the state. They do not count when that file lies in one of the directories
 * `outside`, or when others can reach it: a project must never be able to approve itself. A damaged file is left for its
 * person to look at, since writing it anew would lose what was denied.
 */
export interface ApprovalFile {
  read(outside: readonly string[]): Promise<readonly ApprovalRecord[]>;
  /** Puts a decision in place of an earlier one about the same definition and project. */
  record(decision: Omit<ApprovalRecord, 'time'>, outside: readonly string[]): Promise<void>;
  /** False when there was none. */
  forget(fingerprint: string): Promise<boolean>;
}

export function approvalFile(host: Host): ApprovalFile {
  const path = stateFile(host, 'approvals.json');
  const read = async (outside: readonly string[]): Promise<readonly ApprovalRecord[]> => {
    await refuseInside(host, path, outside);
    return readRecords(host, path);
  };
  return {
    read,
    async record({ fingerprint, project, name, decision }, outside) {
      // Before the lock, which would leave something there.
      await refuseInside(host, path, outside);
      await withLock(host, {}, async () => {
        const others = (await read(outside)).filter((it) => it.fingerprint !== fingerprint || it.project !== project);
        const time = host.now().toISOString();
        await writeRecords(host, path, [...others, { fingerprint, project, name, decision, time }]);
      });
    },
    forget: (fingerprint) =>
      withLock(host, {}, async () => {
        const records = await readRecords(host, path);
        const others = records.filter((it) => it.fingerprint !== fingerprint);
        if (others.length === records.length) return false;
        await writeRecords(host, path, others);
        return true;
      }),
  };
}

async function readRecords(host: Host, path: string): Promise<readonly ApprovalRecord[]> {
  let bytes: Uint8Array;
  try {
    const status = await host.fs.status(path);
    if (!status) return [];
    if (status.kind !== 'file') throw unusable(path, 'it is not a regular file');
    // Ours always is; one that came with a checkout or an archive hardly ever.
    const isPrivate = host.platform === 'win32' || (status.mode & 0o077) === 0;
    if (!isPrivate) throw unusable(path, 'others may read or write it (chmod 600 makes it private)');
    bytes = await readOwnFile(host, path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error instanceof PlugboardError && !unsafeIn(error) ? error : unusable(path, reasonOf(error), error);
  }
  const records = parseRecords(Buffer.from(bytes).toString());
  if (!records) throw unusable(path, 'it is damaged (if you delete it, everything has to be approved again)');
  return records;
}

function parseRecords(text: string): readonly ApprovalRecord[] | undefined {
  try {
    const { version, approvals } = JSON.parse(text) as { version: unknown; approvals: unknown };
    return version === 1 && Array.isArray(approvals) && approvals.every(isRecord) ? approvals : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is ApprovalRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { fingerprint, project, name, decision, time } = value as Partial<ApprovalRecord>;
  const texts = [fingerprint, project, name, time].every((it) => typeof it === 'string');
  return texts && (decision === 'approved' || decision === 'denied');
}

async function writeRecords(host: Host, path: string, approvals: readonly ApprovalRecord[]): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ version: 1, approvals }, undefined, 2)}\n`);
  await writing(path, async () => {
    await stage(host, `${path}.tmp`, { bytes, mode: 0o600 });
    await putInPlace(host, `${path}.tmp`, path);
  });
}

async function refuseInside(host: Host, path: string, outside: readonly string[]): Promise<void> {
  const directory = await directoryAround(host, path, outside);
  if (directory === undefined) return;
  const why = `it lies in ${directory}, which could approve itself then (PLUGBOARD_HOME or XDG_STATE_HOME leads there)`;
  throw unusable(path, why);
}

function unusable(path: string, why: string, cause?: unknown): PlugboardError<'approvals-unusable'> {
  return new PlugboardError('approvals-unusable', { path, why }, cause);
}
