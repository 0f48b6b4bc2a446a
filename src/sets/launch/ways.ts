import { dirname, resolve } from 'node:path';
import { pathsOf, resolvePath } from '../../clients/paths.ts';
import { locationOf } from '../../clients/read-document.ts';
import type { Client, LaunchWay } from '../../clients/types.ts';
import type { DiscoveredClient } from '../../discovery/types.ts';
import { surroundingsOf } from '../../manage/target.ts';
import type { Host } from '../../model/host.ts';
import { places } from '../../store/places.ts';
import { launchBase } from './base.ts';
import type { ServerLoss, Servers } from './servers.ts';
import { launchFormat, launchText } from './text.ts';
import type { LaunchPlan } from './types.ts';

/** What is to be handed to a client. */
export interface Handing {
  readonly host: Host;
  readonly own: DiscoveredClient;
  readonly servers: Servers;
  readonly only: boolean;
  /** Tells what is made for this session from everything else. */
  readonly mark: string;
}

/** What of a plan follows from how the client takes its servers. */
export interface Handed extends Partial<Pick<LaunchPlan, 'env' | 'files' | 'directory' | 'home'>> {
  /** What the client's flag has to name. */
  readonly named?: string;
  readonly losses: readonly ServerLoss[];
}

type Way<K extends LaunchWay['kind']> = Extract<LaunchWay, { kind: K }>;

export async function handOver(way: LaunchWay, handing: Handing): Promise<Handed> {
  if (way.kind === 'flag') return byFlag(way, handing);
  if (way.kind === 'profile') return byProfile(way, handing);
  return way.kind === 'variable' ? byVariable(way, handing) : byHome(way, handing);
}

async function byFlag(way: Way<'flag'>, handing: Handing): Promise<Handed> {
  const { own, servers, only } = handing;
  const others = way.replaces && !only ? inForce(own) : {};
  const { text, losses } = await written(handing, '', { ...others, ...servers });
  const { directory, path } = placeFor(handing);
  const told = losses.filter(({ server }) => Object.hasOwn(servers, server));
  return { named: path, directory, files: [{ path, text }], losses: told };
}

async function byProfile({ ending }: Way<'profile'>, handing: Handing): Promise<Handed> {
  const { text, losses } = await written(handing, '');
  const named = `plugboard-${handing.mark}`;
  return { named, files: [{ path: `${dirname(userFile(handing))}/${named}${ending}`, text }], losses };
}

async function byVariable({ variable, instead }: Way<'variable'>, handing: Handing): Promise<Handed> {
  const { host, own, only } = handing;
  const set = host.env[variable];
  const usual = typeof instead === 'object' ? instead[host.platform] : instead;
  const replaced = set ? resolve(host.cwd, set) : usual && resolvePath(usual, surroundingsOf(host));
  const before = replaced === undefined || only ? '' : await launchBase(host, replaced, launchFormat(own.client));
  const { text, losses } = await written(handing, before);
  const { directory, path } = placeFor(handing);
  return { env: { [variable]: path }, directory, files: [{ path, text }], losses };
}

async function byHome({ variable, file }: Way<'home'>, handing: Handing): Promise<Handed> {
  const { host, own, servers } = handing;
  const set = host.env[variable];
  const real = set ? resolve(host.cwd, set) : host.home;
  const before = await launchBase(host, `${real}/${file}`, launchFormat(own.client));
  const { text, losses } = await written(handing, before);
  const { directory } = placeFor(handing);
  const home = { client: own.client, real, file, names: Object.keys(servers) };
  return { env: { [variable]: directory }, directory, home, files: [{ path: `${directory}/${file}`, text }], losses };
}

async function written(
  { host, own, servers }: Handing,
  before: string,
  all: Servers = servers,
): ReturnType<typeof launchText> {
  return launchText(own, all, host.cwd, before);
}

/** Not where all temporary files are: some clients refuse, or let their tools write, what is there. */
function placeFor({ host, own, mark }: Handing): { directory: string; path: string } {
  const directory = `${places(host).state}/launch/${mark}`;
  return { directory, path: `${directory}/servers.${launchFormat(own.client) === 'toml' ? 'toml' : 'json'}` };
}

function userFile({ host, own }: Handing): string {
  const location = locationOf(own.client, { scope: 'user' });
  return (location && pathsOf(location, surroundingsOf(host))[0]) ?? '';
}

function inForce({ names }: DiscoveredClient): Servers {
  return Object.fromEntries(
    names.flatMap((verdict) => (verdict.inForce && !verdict.disabled ? [[verdict.name, verdict.inForce.server]] : [])),
  );
}

/** The flag once for each path. A flag that would take the next word for a path as well is joined to its own. */
export function flagWords(way: LaunchWay, paths: readonly string[], next: string | undefined): string[] {
  if (way.kind !== 'flag' && way.kind !== 'profile') return [];
  const { flag, prefix = '', greedy = false } = way as Way<'flag'>;
  const joined = greedy && next !== undefined && !/^-./.test(next);
  return paths.flatMap((path) => (joined ? [`${flag}=${prefix}${path}`] : [flag, `${prefix}${path}`]));
}

/** The spellings of a flag that the client takes once. */
export function onceOnly(client: Client): string[] {
  const way = client.launch?.by;
  if (way?.kind === 'profile') return [way.flag, ...way.aliases];
  return way?.kind === 'flag' && way.once ? [way.flag] : [];
}
