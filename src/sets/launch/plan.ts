import { randomBytes } from 'node:crypto';
import type { Client, Launch } from '../../clients/types.ts';
import { fitCommands } from '../../manage/plan/fit-command.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { because } from '../../model/diagnostics/loss.ts';
import type { Host } from '../../model/host.ts';
import { getOwn } from '../../model/value.ts';
import { requireStartable } from '../../store/policy/require-allowed.ts';
import type { ConfigSet } from '../config-set.ts';
import { sourcesInSets } from '../set-sources.ts';
import { flagWords, type LaunchParts, prepareLaunch, singleUseFlags } from './launch-methods.ts';
import { ownerMark } from './leftovers.ts';
import { ownServers, lossesFromOwnFiles } from './own-files.ts';
import {
  type ChosenServers,
  chooseServers,
  type ServerLoss,
  type Servers,
  switchedOn,
  withoutTrustOf,
} from './servers.ts';
import type { LaunchPlan } from './types.ts';

export type { LaunchPlan };

export interface LaunchRequest {
  readonly client: Client;
  /** In the order of selection; for equal names the last definition is used. */
  readonly sets: readonly ConfigSet[];
  /** Single servers, which take precedence over those of sets. */
  readonly servers?: Servers;
  /** Origins of single servers that came from a project. */
  readonly sources?: readonly ProjectSource[];
  /** Exclude the servers that the client would use otherwise. */
  readonly only?: boolean;
  /** Arguments for the client itself. */
  readonly args: readonly string[];
  /** Whether a server from a project is approved; none is if absent. */
  readonly isApproved?: (source: ProjectSource) => Promise<boolean>;
}

/** Plans how to start a client with these servers. Throws if that is not possible. */
export async function planLaunch(host: Host, request: LaunchRequest): Promise<LaunchPlan> {
  const { client, only = false, args } = request;
  const launch = launchOf(request);
  const sources = await sourcesIn(host, request);
  await requireApproval(sources, request);
  const untrusted = request.sets.map((set) => {
    const { servers, losses } = withoutTrustOf(client, set.servers, sources);
    return { set: losses.length === 0 ? set : { ...set, servers, needsRespelling: true as const }, losses };
  });
  const sets = untrusted.map(({ set }) => set);
  const named = withoutTrustOf(client, request.servers ?? {}, sources);
  const chosen = chooseServers(client, sets, named.servers);
  await requireStartable(host, chosen.servers);
  const own = await ownServers(host, client);
  const takesSets = launch.by.kind === 'flag' && launch.by.takesSets === true;
  const files = takesSets ? await setsToPass(host, client, sets) : [];
  const left = takesSets ? serversNotInFiles(files, chosen) : switchedOn(chosen.servers);
  const servers = await startable(host, client, left);
  const alone = only ? (launch.only ?? []) : [];
  let parts: LaunchParts = { losses: [] };
  if (needsFile(servers, launch, only)) {
    rejectRepeatedFlag(client, args);
    parts = await prepareLaunch(launch.by, { host, own, servers, only, mark: markOf(host) });
  }
  const { env = {}, files: written = [], losses, named: file, ...rest } = parts;
  const paths = [...files.map(({ path }) => path), ...(file === undefined ? [] : [file])];
  return {
    program: launch.program,
    install: launch.install,
    args: [...flagWords(launch.by, paths, [...alone, ...args][0]), ...alone, ...args],
    env,
    files: written,
    ...rest,
    losses: [
      ...untrusted.flatMap((one) => one.losses),
      ...named.losses,
      ...chosen.losses,
      ...startedThoughDisabled(client, files),
      ...losses,
      ...(await lossesFromOwnFiles(host, own, Object.keys(takesSets ? chosen.servers : servers))),
    ],
  };
}

/** All servers of a launch that came from a project. */
export async function sourcesIn(
  host: Host,
  { sets, sources = [] }: Pick<LaunchRequest, 'sets' | 'sources'>,
): Promise<ProjectSource[]> {
  return [...(await sourcesInSets(host, sets)), ...sources];
}

/** The client starts the given servers without asking. */
async function requireApproval(sources: readonly ProjectSource[], { isApproved }: LaunchRequest): Promise<void> {
  for (const source of sources) {
    if (!(await isApproved?.(source))) throw new PlugboardError('approval-needed', { name: source.name });
  }
}

/** The sets that the client can use as they are. */
async function setsToPass(host: Host, client: Client, sets: readonly ConfigSet[]): Promise<ConfigSet[]> {
  const passed: ConfigSet[] = [];
  for (const set of sets) {
    const fitted = await startable(host, client, set.servers);
    const isStartable = Object.entries(set.servers).every(([name, server]) => getOwn(fitted, name) === server);
    if (!set.needsRespelling && isStartable) passed.push(set);
  }
  return passed;
}

/** The servers with commands that the client can start on this system. */
async function startable(host: Host, client: Client, servers: Servers): Promise<Servers> {
  return (await fitCommands(host, { client, place: { scope: 'user' } }, servers)).servers;
}

/** Servers that are not in the files passed as they are: single servers, and sets that must be rewritten. */
function serversNotInFiles(files: readonly ConfigSet[], { servers, single }: ChosenServers): Servers {
  const given = new Set(files.flatMap((set) => Object.values(set.servers)));
  const rest = Object.entries(switchedOn(servers)).filter(([, server]) => !given.has(server));
  return { ...Object.fromEntries(rest), ...single };
}

function launchOf({ client, sets, only }: LaunchRequest): Launch {
  const { launch, name } = client;
  if (!launch) throw new PlugboardError('usage', { message: `${name} cannot be started with chosen servers` });
  if (only && !launch.only)
    throw new PlugboardError('usage', { message: `${name} has no option to ignore its own servers` });
  for (const { name: set, path: file, error: reason } of sets) {
    if (reason !== undefined) throw new PlugboardError('set-unusable', { name: set, file, reason });
  }
  return launch;
}

/** Rejects a user argument that repeats our flag: the client would ignore our file or fail with an unclear error. */
function rejectRepeatedFlag(client: Client, args: readonly string[]): void {
  const flags = singleUseFlags(client);
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const taken = own.find((word) => flags.includes(word) || flags.some((flag) => word.startsWith(`${flag}=`)));
  if (taken === undefined) return;
  const message = `${client.name} takes ${flags[0]} only once, and the chosen servers need it; remove ${taken}`;
  throw new PlugboardError('usage', { message });
}

/** If the client reads only the given file, an empty one hides its own servers. */
function needsFile(servers: Servers, { only: alone }: Launch, only: boolean): boolean {
  return Object.keys(servers).length > 0 || (only && alone?.length === 0);
}

function markOf(host: Host): string {
  return `${ownerMark(host)}-${randomBytes(8).toString('hex')}`;
}

/** Set files are passed unchanged, and the client ignores `disabled` in them. */
function startedThoughDisabled(client: Client, sets: readonly ConfigSet[]): ServerLoss[] {
  const reason = because('started-although-off', client.name);
  return sets.flatMap(({ servers }) =>
    Object.entries(servers).flatMap(([server, { disabled }]): ServerLoss[] =>
      disabled ? [{ server, client: client.id, field: 'disabled', action: 'dropped', ...reason }] : [],
    ),
  );
}
