import { randomBytes } from 'node:crypto';
import type { Client, Launch } from '../../clients/types.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { PlugboardError } from '../../model/error.ts';
import type { Host } from '../../model/host.ts';
import { because } from '../../model/loss.ts';
import type { ConfigSet } from '../config-set.ts';
import { sourcesInSets } from '../set-sources.ts';
import { ownerMark } from './leftovers.ts';
import { ownServers, spoiltByOwn } from './own.ts';
import { type ChosenServers, chooseServers, type ServerLoss, type Servers, switchedOn } from './servers.ts';
import type { LaunchPlan } from './types.ts';
import { flagWords, type Handed, handOver, onceOnly } from './ways.ts';

export type { LaunchPlan };

export interface LaunchRequest {
  readonly client: Client;
  /** In the order in which they were chosen; of one name the last definition counts. */
  readonly sets: readonly ConfigSet[];
  /** Single servers, which count more than those of sets. */
  readonly servers?: Servers;
  /** Those of them that came with a project. */
  readonly sources?: readonly ProjectSource[];
  /** Without the servers that the client would use otherwise. */
  readonly only?: boolean;
  /** For the client itself. */
  readonly args: readonly string[];
  /** Whether a person has approved what came with a project; nothing is approved when absent. */
  readonly isApproved?: (source: ProjectSource) => Promise<boolean>;
}

/** Works out how a client is started with these servers. Throws when it cannot be done as asked. */
export async function planLaunch(host: Host, request: LaunchRequest): Promise<LaunchPlan> {
  const { client, sets, only = false, args } = request;
  const launch = launchOf(request);
  await refuseUnapproved(host, request);
  const chosen = chooseServers(client, sets, request.servers ?? {});
  const own = await ownServers(host, client);
  const takesSets = launch.by.kind === 'flag' && launch.by.takesSets === true;
  const files = takesSets ? sets.filter(({ needsRespelling }) => !needsRespelling) : [];
  const servers = takesSets ? notIn(files, chosen) : switchedOn(chosen.servers);
  const alone = only ? (launch.only ?? []) : [];
  let handed: Handed = { losses: [] };
  if (needsFile(servers, launch, only)) {
    refuseSecond(client, args);
    handed = await handOver(launch.by, { host, own, servers, only, mark: markOf(host) });
  }
  const { env = {}, files: written = [], losses, named, ...rest } = handed;
  const paths = [...files.map(({ path }) => path), ...(named === undefined ? [] : [named])];
  return {
    program: launch.program,
    install: launch.install,
    args: [...flagWords(launch.by, paths, [...alone, ...args][0]), ...alone, ...args],
    env,
    files: written,
    ...rest,
    losses: [
      ...chosen.losses,
      ...startedAnyway(client, files),
      ...losses,
      ...(await spoiltByOwn(host, own, Object.keys(takesSets ? chosen.servers : servers))),
    ],
  };
}

/** Everything a client would be started with that came with a project. */
export async function sourcesIn(
  host: Host,
  { sets, sources = [] }: Pick<LaunchRequest, 'sets' | 'sources'>,
): Promise<ProjectSource[]> {
  return [...(await sourcesInSets(host, sets)), ...sources];
}

/** The client starts what it is given without asking. */
async function refuseUnapproved(host: Host, request: LaunchRequest): Promise<void> {
  for (const source of await sourcesIn(host, request)) {
    if (!(await request.isApproved?.(source))) throw new PlugboardError('approval-needed', { name: source.name });
  }
}

/** What the client does not get with the files of sets: single servers, and sets that it would not take as they stand. */
function notIn(files: readonly ConfigSet[], { servers, single }: ChosenServers): Servers {
  const given = new Set(files.flatMap((set) => Object.values(set.servers)));
  const rest = Object.entries(switchedOn(servers)).filter(([, server]) => !given.has(server));
  return { ...Object.fromEntries(rest), ...single };
}

function launchOf({ client, sets, only }: LaunchRequest): Launch {
  const { launch, name } = client;
  if (!launch) throw new PlugboardError('usage', { message: `${name} cannot be started with chosen servers` });
  if (only && !launch.only)
    throw new PlugboardError('usage', { message: `${name} cannot be kept from using its other servers too` });
  for (const { name: set, path: file, error: reason } of sets) {
    if (reason !== undefined) throw new PlugboardError('set-unusable', { name: set, file, reason });
  }
  return launch;
}

/** A flag that counts once would make the client overlook our file, or end with an error that explains nothing. */
function refuseSecond(client: Client, args: readonly string[]): void {
  const flags = onceOnly(client);
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const taken = own.find((word) => flags.includes(word) || flags.some((flag) => word.startsWith(`${flag}=`)));
  if (taken === undefined) return;
  const message = `${client.name} takes ${flags[0]} only once, and the chosen servers need it; leave out ${taken}`;
  throw new PlugboardError('usage', { message });
}

/** Where nothing else is looked at with such a file, an empty one keeps the client from its own servers. */
function needsFile(servers: Servers, { only: alone }: Launch, only: boolean): boolean {
  return Object.keys(servers).length > 0 || (only && alone?.length === 0);
}

function markOf(host: Host): string {
  return `${ownerMark(host)}-${randomBytes(8).toString('hex')}`;
}

/** Files of sets are handed over as they are, with switches that the client does not know. */
function startedAnyway(client: Client, sets: readonly ConfigSet[]): ServerLoss[] {
  const reason = because('started-although-off', client.name);
  return sets.flatMap(({ servers }) =>
    Object.entries(servers).flatMap(([server, { disabled }]): ServerLoss[] =>
      disabled ? [{ server, client: client.id, field: 'disabled', action: 'dropped', ...reason }] : [],
    ),
  );
}
