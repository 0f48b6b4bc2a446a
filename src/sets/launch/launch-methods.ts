import { dirname, resolve } from 'node:path';
import { pathsOf, resolvePath } from '../../clients/paths.ts';
import { locationOf } from '../../clients/read-document.ts';
import type { Client, LaunchWay } from '../../clients/types.ts';
import type { DiscoveredClient } from '../../discovery/types.ts';
import { loadFormat } from '../../formats/index.ts';
import type { FormatId } from '../../formats/types.ts';
import { surroundingsOf } from '../../manage/plan/target.ts';
import { describe, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { slashedPath } from '../../model/short-path.ts';
import { readText } from '../../store/read/read-text.ts';
import { places } from '../../store/state/places.ts';
import type { ServerLoss, Servers } from './servers.ts';
import { launchFormat, launchText } from './text.ts';
import type { LaunchPlan } from './types.ts';

/** Input for the launch methods. */
export interface LaunchInput {
  readonly host: Host;
  readonly own: DiscoveredClient;
  readonly servers: Servers;
  readonly only: boolean;
  /** Unique name for the files of this session. */
  readonly mark: string;
}

/** The part of a plan that depends on the launch method. */
export interface LaunchParts extends Partial<Pick<LaunchPlan, 'env' | 'files' | 'directory' | 'home'>> {
  /** Value for the client's flag. */
  readonly named?: string;
  readonly losses: readonly ServerLoss[];
}

type Way<K extends LaunchWay['kind']> = Extract<LaunchWay, { kind: K }>;

export async function prepareLaunch(way: LaunchWay, input: LaunchInput): Promise<LaunchParts> {
  if (way.kind === 'flag') return byFlag(way, input);
  if (way.kind === 'profile') return byProfile(way, input);
  return way.kind === 'variable' ? byVariable(way, input) : byHome(way, input);
}

async function byFlag(way: Way<'flag'>, input: LaunchInput): Promise<LaunchParts> {
  const { own, servers, only } = input;
  const others = way.replaces && !only ? active(own) : {};
  const { text, losses } = await written(input, '', { ...others, ...servers });
  const { directory, path } = placeFor(input);
  const told = losses.filter(({ server }) => Object.hasOwn(servers, server));
  return { named: path, directory, files: [{ path, text }], losses: told };
}

async function byProfile({ ending }: Way<'profile'>, input: LaunchInput): Promise<LaunchParts> {
  const { text, losses } = await written(input, '');
  const named = `plugboard-${input.mark}`;
  return { named, files: [{ path: `${dirname(userFile(input))}/${named}${ending}`, text }], losses };
}

async function byVariable({ variable, instead }: Way<'variable'>, input: LaunchInput): Promise<LaunchParts> {
  const { host, own, only } = input;
  const set = host.env[variable];
  const usual = typeof instead === 'object' ? instead[host.platform] : instead;
  const replaced = set
    ? slashedPath(resolve(host.cwd, set), host.platform)
    : usual && resolvePath(usual, surroundingsOf(host));
  const before = replaced === undefined || only ? '' : await readBaseText(host, replaced, launchFormat(own.client));
  const { text, losses } = await written(input, before);
  const { directory, path } = placeFor(input);
  return { env: { [variable]: path }, directory, files: [{ path, text }], losses };
}

async function byHome({ variable, file }: Way<'home'>, input: LaunchInput): Promise<LaunchParts> {
  const { host, own, servers } = input;
  const set = host.env[variable];
  const real = set ? slashedPath(resolve(host.cwd, set), host.platform) : host.home;
  const before = await readBaseText(host, `${real}/${file}`, launchFormat(own.client));
  const { text, losses } = await written(input, before);
  const { directory } = placeFor(input);
  const home = { client: own.client, real, file, names: Object.keys(servers) };
  return { env: { [variable]: directory }, directory, home, files: [{ path: `${directory}/${file}`, text }], losses };
}

async function written(
  { host, own, servers }: LaunchInput,
  before: string,
  all: Servers = servers,
): ReturnType<typeof launchText> {
  return launchText(own, all, host.cwd, before);
}

/** Not in the system's temporary directory: some clients reject files there, or let their tools write to it. */
function placeFor({ host, own, mark }: LaunchInput): { directory: string; path: string } {
  const directory = `${places(host).state}/launch/${mark}`;
  return { directory, path: `${directory}/servers.${launchFormat(own.client) === 'toml' ? 'toml' : 'json'}` };
}

function userFile({ host, own }: LaunchInput): string {
  const location = locationOf(own.client, { scope: 'user' });
  return (location && pathsOf(location, surroundingsOf(host))[0]) ?? '';
}

function active({ names }: DiscoveredClient): Servers {
  return Object.fromEntries(
    names.flatMap((verdict) => (verdict.active && !verdict.disabled ? [[verdict.name, verdict.active.server]] : [])),
  );
}

/** The flag once per path. A greedy flag, which would take the next word too, is joined to its path with `=`. */
export function flagWords(way: LaunchWay, paths: readonly string[], next: string | undefined): string[] {
  if (way.kind !== 'flag' && way.kind !== 'profile') return [];
  const { flag, prefix = '', greedy = false } = way as Way<'flag'>;
  const joined = greedy && next !== undefined && !/^-./.test(next);
  return paths.flatMap((path) => (joined ? [`${flag}=${prefix}${path}`] : [flag, `${prefix}${path}`]));
}

/** The names of a flag that the client accepts only once. */
export function singleUseFlags(client: Client): string[] {
  const way = client.launch?.by;
  if (way?.kind === 'profile') return [way.flag, ...way.aliases];
  return way?.kind === 'flag' && way.once ? [way.flag] : [];
}

/** The text of the config file that the session file replaces; empty if it does not exist. */
async function readBaseText(host: Host, file: string, format: FormatId): Promise<string> {
  if ((await host.fs.kindOf(file)) === undefined) return '';
  const read = await readText(host, file);
  if ('problem' in read) {
    throw new PlugboardError('usage', { message: `${file}: ${describe(read.problem).message}` });
  }
  const { diagnostics } = (await loadFormat(format)).parse(read.text);
  const errors = diagnostics.filter(isError).map((error) => ({ ...error, file }));
  if (errors.length > 0) throw new PlugboardError('document-malformed', { diagnostics: errors });
  return read.text;
}
