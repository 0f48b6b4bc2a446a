import type { Host } from '../../model/host.ts';
import { packagesOf } from '../../model/packages/fetched-package.ts';
import { compareTools, type Lock, type LockedServer, type ToolChanges } from '../../model/packages/lock.ts';
import { setOwn } from '../../model/value.ts';
import { type PackagePlaces, PackageLookupError, type ResolvedPackage } from '../../registry/packages/package-spec.ts';
import { resolvePackage } from '../../registry/packages/resolve-package.ts';
import { type Pins, readPins } from '../../runtime/tools/pins/pins.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import {
  definitionHash,
  findLock,
  hashText,
  lockedServerIn,
  lockPath,
  lockText,
  readLock,
} from '../../store/locked/lock-file.ts';
import { pinFiles } from '../../store/state/pin-files.ts';
import type { Plan } from '../../store/write/plan.ts';
import { isInProject, territoryOf } from '../../trust/territory.ts';
import { approvalsOf } from '../approvals/project-servers.ts';
import { serversHere } from '../servers-here.ts';

/** What happens to one server in the lock. */
export interface LockChange {
  readonly server: string;
  /**
   * `differs`: it is locked otherwise and stays so, because no update was asked for. `unapproved`: it needs approval before
   * its package is looked up, and stays as it is locked.
   */
  readonly change: 'added' | 'updated' | 'removed' | 'same' | 'differs' | 'unapproved';
  readonly before?: LockedServer;
  readonly after?: LockedServer;
  readonly tools: ToolChanges;
  /** Why the package could not be looked up. */
  readonly problem?: string;
}

export interface LockOptions {
  /** Servers to lock again, or all of them; by default only those that are not locked yet. */
  readonly update?: 'all' | readonly string[];
  readonly places: PackagePlaces;
}

export interface LockPlan {
  readonly plan: Plan;
  readonly changes: readonly LockChange[];
}

/**
 * Plans the lock of the servers that the files of a project define. Starts no server and fetches no package. No program is
 * started and no host is asked for a server that is not approved.
 */
export async function lockServers(host: Host, options: LockOptions): Promise<LockPlan> {
  const [before, old] = [(await findLock(host))?.text, await readLock(host)];
  const { servers } = await serversHere(host);
  const ours = servers.filter(({ origin }) => origin && isInProject(origin.file, host.cwd, host.home));
  const changes: LockChange[] = [];
  for (const toRun of ours) changes.push(await lockServer(host, toRun, lockedServerIn(old, toRun.name), options));
  const names = new Set(ours.map(({ name }) => name));
  for (const [server, gone] of Object.entries(old?.servers ?? {}))
    if (!names.has(server))
      changes.push({ server, change: 'removed', before: gone, tools: compareTools(gone.tools ?? {}, {}) });
  return { plan: planOf(lockPath(host), before, old, changes), changes };
}

/** Locks one server, unless it is locked already and no update was asked for. */
async function lockServer(
  host: Host,
  toRun: ServerToRun,
  known: LockedServer | undefined,
  { update = [], places }: LockOptions,
): Promise<LockChange> {
  const isWanted = !known || update === 'all' || update.includes(toRun.name);
  const needsLookup = isWanted && packagesOf(toRun.server).length > 0;
  if (needsLookup && (await approvalsOf(host).permissionFor(toRun)) !== 'approved') {
    const tools = compareTools(known?.tools ?? {}, known?.tools ?? {});
    return { server: toRun.name, change: 'unapproved', ...(known && { before: known, after: known }), tools };
  }
  const pins = pinFiles(host, territoryOf(host.cwd, host.home));
  const accepted = await readPins(pins, toRun).catch(() => undefined);
  const { now, problem } = await lockedNow(toRun, accepted, isWanted ? places : undefined, known);
  return { ...changeOf(toRun.name, known, now, isWanted), ...(problem !== undefined && { problem }) };
}

function planOf(path: string, before: string | undefined, old: Lock | undefined, changes: readonly LockChange[]): Plan {
  const locked: Record<string, LockedServer> = {};
  for (const { server, change, before: known, after } of changes) {
    const kept = change === 'differs' ? known : after;
    if (kept) setOwn(locked, server, kept);
  }
  const isTouched = ({ change }: LockChange): boolean => ['added', 'updated', 'removed'].includes(change);
  const touched = changes.filter(isTouched).map(({ server }) => server);
  const after = touched.length === 0 ? before : lockText({ ...old, version: 1, servers: locked });
  return {
    title: `lock ${touched.join(', ')}`,
    servers: touched,
    changes: [{ path, before, after }],
    losses: [],
    unwritten: [],
    diagnostics: [],
  };
}

function changeOf(
  server: string,
  before: LockedServer | undefined,
  after: LockedServer,
  isWanted: boolean,
): LockChange {
  const tools = compareTools(before?.tools ?? {}, after.tools ?? {});
  if (!before) return { server, change: 'added', after, tools };
  if (hashText(before) === hashText(after)) return { server, change: 'same', before, after, tools };
  return { server, change: isWanted ? 'updated' : 'differs', before, after, tools };
}

/** The entry of a server as it is now. Without places, what is known about its package is kept. */
async function lockedNow(
  toRun: ServerToRun,
  accepted: Pins | undefined,
  places: PackagePlaces | undefined,
  known: LockedServer | undefined,
): Promise<{ readonly now: LockedServer; readonly problem?: string }> {
  const definition = definitionHash(toRun.server);
  const [fetched] = packagesOf(toRun.server);
  const own = { definition, ...toolsIn(accepted) };
  if (!fetched) return { now: own };
  if (!places) {
    const { package: name, integrity } = known ?? {};
    return {
      now: { ...own, ...(name !== undefined && { package: name }), ...(integrity !== undefined && { integrity }) },
    };
  }
  const bare = (resolved: ResolvedPackage): string =>
    fetched.kind === 'oci' ? fetched.name : `${fetched.name.replace(/(?<=.)(?:@|===?).*$/s, '')}@${resolved.version}`;
  try {
    const resolved = await resolvePackage(fetched, places);
    const { integrity } = resolved;
    return {
      now: { ...own, package: `${fetched.kind}:${bare(resolved)}`, ...(integrity !== undefined && { integrity }) },
    };
  } catch (error) {
    if (!(error instanceof PackageLookupError)) throw error;
    return { now: { ...own, package: `${fetched.kind}:${fetched.name}` }, problem: error.message };
  }
}

/** Hashes of what was accepted. */
function toolsIn(pins: Pins | undefined): Pick<LockedServer, 'tools' | 'instructions'> {
  if (!pins || pins.isOther) return {};
  const tools: Record<string, string> = {};
  for (const { name, hash } of pins.tools) setOwn(tools, name, hash);
  return { tools, ...(pins.instructions !== undefined && { instructions: hashText(pins.instructions) }) };
}
