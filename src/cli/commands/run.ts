import type { Command } from 'commander';
import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { setClientId } from '../../clients/well-known.ts';
import type { FoundServer } from '../../manage/found-servers.ts';
import { findProfile, type FoundProfile, serversOfProfile } from '../../manage/sync/profiles.ts';
import { count } from '../../model/count.ts';
import { lossInWords } from '../../model/diagnostics/loss.ts';
import type { Server } from '../../model/server.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { findServers } from '../../sets/find-servers.ts';
import { launch } from '../../sets/launch/launch.ts';
import { launchLine } from '../../sets/launch/line.ts';
import { planLaunch, sourcesIn, type LaunchPlan } from '../../sets/launch/plan.ts';
import { mirrorSignal } from '../../sets/launch/process-end.ts';
import { clearSelections, countSelections } from '../../sets/selection.ts';
import { giveSecrets } from '../../store/vault/grants.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import type { IsApproved } from '../approvals/require-approvals.ts';
import { chooseClient } from '../input/choose-client.ts';
import { checkLock, LOCKED, type LockedFlag } from '../lock/require-lock.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { askForSets } from '../sets/ask-for-sets.ts';
import { expectUsable, knownSets, setsMeant } from '../sets/known-sets.ts';
import { secretsForRun } from '../sets/secrets-for-run.ts';
import { declareDirectory, directoryOf } from '../sets/set-directory.ts';

interface Options extends ApproveFlag, LockedFlag {
  readonly servers?: string;
  readonly profile?: string;
  readonly client: string;
  readonly only?: boolean;
  readonly ignoreCache?: boolean;
  /** False with `--no-save`. */
  readonly save: boolean;
  readonly clearCache?: boolean;
}

export const setUpRun: CommandSetup = (command, context) => {
  withExamples(
    command,
    'run',
    'run work research -- --resume',
    'run --servers github,work/linear --client codex',
    'run work --only --dry-run',
    'run ./team.json',
  )
    .usage('[sets...] [options] [-- <arguments of the client...>]')
    .argument('[sets...]', 'sets to start with: a name or ./file.json; default: a prompt')
    .option('--servers <names>', 'single servers to add: name, set/name or client/name')
    .option('--profile <profile>', 'servers of a profile to add')
    .option('--client <client>', `client to start: ${launchable().join(', ')}`, setClientId)
    .option('--only', 'use only these servers, if the client supports that')
    .option('-i, --ignore-cache', 'ignore the last selection in this project')
    .option('-n, --no-save', 'do not remember the selection')
    .option('--locked', LOCKED)
    .option('--clear-cache', 'forget the selections of all projects and exit');
  declareDirectory(declareApprove(command)).action(async (_: string[], options: Options) => {
    if (options.clearCache) return forget(context);
    const client = launchableClient(options.client, command);
    const names = command.args.slice(0, command.args.length - context.afterDashes.length);
    const directory = directoryOf(command, context.host);
    const read = (): Promise<ConfigSet[]> => knownSets(command, context);
    const wanted = wordsIn(options.servers);
    const profile = options.profile === undefined ? undefined : await findProfile(context.host, options.profile);
    const words = [...wanted, ...(profile ? namesInCatalog(profile) : [])];
    const found = Object.entries(words.length === 0 ? {} : await findServers(context.host, words, await read()));
    const sets =
      names.length > 0 || options.servers !== undefined || profile
        ? (await setsMeant(names, read, directory, context.host)).map(expectUsable)
        : await askForSets(context, { ...options, read, directory, client });
    if (!sets) return;
    const args = [...context.afterDashes];
    const ofProfile = profile && serversOfProfile(profile, client.id);
    const chosen = found.flatMap(([name, one]) =>
      profile?.profile.servers.includes(name) ? asInProfile(name, one, ofProfile?.get(name)) : [{ ...one, name }],
    );
    const servers = Object.fromEntries(chosen.map(({ name, server }) => [name, server]));
    const sources = chosen.flatMap(({ source }) => source ?? []);
    const isApproved = await settled({ sets, sources }, options.approve, context);
    if (!isApproved) return;
    const all = Object.assign({}, ...sets.map((set) => set.servers), servers) as Record<string, Server>;
    await checkLock(context, all, options);
    const { grants, ...secured } = await secretsForRun(context, client, { sets, servers, sources });
    const request = { client, ...secured, sources, only: options.only ?? false, args, isApproved };
    const plan = await planLaunch(context.host, request);
    if (!context.globals.dryRun) await giveSecrets(context.host, grants);
    await startClient(context, client, plan);
  });
};

/** The client starts all servers it receives, so project servers must be approved first. */
async function settled(
  request: Parameters<typeof sourcesIn>[1],
  given: readonly string[] = [],
  context: CommandContext,
): Promise<IsApproved | undefined> {
  const required = await sourcesIn(context.host, request);
  if (required.length === 0) return async () => true;
  const { requireApprovals } = await import('../approvals/require-approvals.ts');
  const isApproved = await requireApprovals(required, { given, required }, context);
  if (!isApproved && context.output.exitCode === ExitCode.ok) {
    context.output.exitCode = ExitCode.failed;
    context.output.talk('Nothing started.');
  }
  return isApproved;
}

/** What the client starts is what is approved: the profile's definition for it. None if it is kept out of the client. */
function asInProfile(name: string, { source }: FoundServer, server: Server | undefined): ChosenServer[] {
  return server ? [{ name, server, ...(source && { source: { ...source, server } }) }] : [];
}

type ChosenServer = Pick<FoundServer, 'name' | 'server' | 'source'>;

/** The servers of a profile, as `findServers` takes them. */
function namesInCatalog({ profile, catalog }: FoundProfile): string[] {
  return profile.servers.map((name) => `canonical:${catalog.target.scope}/${name}`);
}

function launchable(): string[] {
  return (Object.keys(clients) as ClientId[]).filter((id) => clients[id].launch !== undefined);
}

function launchableClient(word: string, command: Command): Client {
  const client = chooseClient(word, command);
  if (!client.launch)
    command.error(
      `error: ${client.name} cannot be started with selected servers; use one of ${launchable().join(', ')}`,
    );
  return client;
}

function wordsIn(list: string | undefined): string[] {
  return (list ?? '').split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

async function forget({ host, output, globals }: CommandContext): Promise<void> {
  const { dryRun = false } = globals;
  const forgotten = dryRun ? await countSelections(host) : await clearSelections(host);
  if (output.json) return output.data({ forgotten, written: !dryRun });
  output.print(`${dryRun ? 'Would forget' : 'Forgot'} the selections of ${count(forgotten, 'project')}.`);
}

/** Starts a client and exits with its status; with `--dry-run` only prints the command. */
async function startClient(context: CommandContext, client: Client, plan: LaunchPlan): Promise<void> {
  const { host, output, globals } = context;
  for (const loss of plan.losses) output.talk(`${output.mark('warning')} ${visible(lossInWords(loss))}`);
  if (globals.dryRun) return printLaunch(context, client, plan);
  const ended = await launch(host, plan);
  if ('signal' in ended) return mirrorSignal(ended.signal);
  output.exitCode = ended.code;
}

function printLaunch({ host, output }: CommandContext, client: Client, plan: LaunchPlan): void {
  const { program, args, env } = plan;
  const files = plan.files.map(({ path }) => path);
  if (output.json) return output.data({ client: client.id, program, args, env, files, line: launchLine(plan) });
  output.print(launchLine(plan));
  for (const path of files)
    output.talk(`${output.mark('info')} ${shortPath(path, host)} would hold the servers while it runs`);
}
