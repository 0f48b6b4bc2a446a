import { packagesOf } from '../../model/fetched-package.ts';
import type { Host } from '../../model/host.ts';
import { compareTools, type Lock, type LockedServer, type ToolChanges } from '../../model/lock.ts';
import { setOwn } from '../../model/value.ts';
import { type PackagePlaces, PackageLookupError, type ResolvedPackage } from '../../registry/packages/package-spec.ts';
import { resolvePackage } from '../../registry/packages/resolve-package.ts';
import { type Pins, readPins } from '../../runtime/tools/pins/pins.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { definitionHash, findLock, hashText, lockedServerIn, lockPath, lockText, readLock } from '../../store/locked/lock-file.ts';
import { pinFiles } from '../../store/state/pin-files.ts';
import type { Plan } from '../../store/write/plan.ts';
import { isInProject, territoryOf } from '../../trust/territory.ts';
import { serversHere } from '../servers-here.ts';

/** What happens to one server in the lock. */
export interface LockChange {
  readonly server: string;
  /** `differs`: it is locked otherwise and stays so, because no update was asked for. */
  readonly change: 'added' | 'updated' | 'removed' | 'same' | 'differs';
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

/** Plans the lock of the servers that the files of a project define. Starts no server and fetches no package. */
export async function lockServers(host: Host, { update = [], places }: LockOptions): Promise<LockPlan> {
  const path = lockPath(host);
  const [before, old] = [(await findLock(host))?.text, await readLock(host)];
  const { servers } = await serversHere(host);
  const ours = servers.filter(({ origin }) => origin && isInProject(origin.file, host.cwd, host.home));
  const pins = pinFiles(host, territoryOf(host.cwd, host.home));
  const changes: LockChange[] = [];
  const locked: Record<string, LockedServer> = {};
  for (const toRun of ours) {
    const known = lockedServerIn(old, toRun.name);
    const isWanted = !known || update === 'all' || update.includes(toRun.name);
    const accepted = await readPins(pins, toRun).catch(() => undefined);
    const { now, problem } = await lockedNow(toRun, accepted, isWanted ? places : undefined, known);
    const change = changeOf(toRun.name, known, now, isWanted);
    setOwn(locked, toRun.name, change.change === 'differs' ? (known as LockedServer) : now);
    changes.push({ ...change, ...(problem !== undefined && { problem }) });
  }
  for (const [server, gone] of Object.entries(old?.servers ?? {}))
    if (!Object.hasOwn(locked, server))
      changes.push({ server, change: 'removed', before: gone, tools: compareTools(gone.tools ?? {}, {}) });
  const lock: Lock = { ...old, version: 1, servers: locked };
  const after = ours.length === 0 && before === undefined ? undefined : lockText(lock);
  const touched = changes.filter(({ change }) => change !== 'same' && change !== 'differs').map(({ server }) => server);
  const plan: Plan = {
    title: `lock ${touched.join(', ')}`,
    servers: touched,
    changes: [{ path, before, after: touched.length === 0 ? before : after }],
    losses: [],
    unwritten: [],
    diagnostics: [],
  };
  return { plan, changes };
}

function changeOf(server: string, before: LockedServer | undefined, after: LockedServer, isWanted: boolean): LockChange {
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
    return { now: { ...own, ...(name !== undefined && { package: name }), ...(integrity !== undefined && { integrity }) } };
  }
  const bare = (resolved: ResolvedPackage): string =>
    fetched.kind === 'oci' ? fetched.name : `${fetched.name.replace(/(?<=.)(?:@|===?).*$/s, '')}@${resolved.version}`;
  try {
    const resolved = await resolvePackage(fetched, places);
    const { integrity } = resolved;
    return { now: { ...own, package: `${fetched.kind}:${bare(resolved)}`, ...(integrity !== undefined && { integrity }) } };
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
