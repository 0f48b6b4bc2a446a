import type { Command } from 'commander';
import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/error.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { findServers } from '../../sets/find-servers.ts';
import { planLaunch, sourcesIn } from '../../sets/launch/plan.ts';
import { projectOf } from '../../sets/project-of.ts';
import { clearSelections, readSelection, saveSelection } from '../../sets/selection.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import type { IsApproved } from '../approvals/settle-sources.ts';
import { chooseClient } from '../choose-client.ts';
import type { CommandContext, CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { ExitCode } from '../exit-code.ts';
import { chooseSets } from '../sets/choose-sets.ts';
import { knownSets, usableSet } from '../sets/known-sets.ts';
import { declareDirectory, directoryOf } from '../sets/set-directory.ts';
import { startClient } from '../sets/start-client.ts';

interface Options extends ApproveFlag {
  readonly servers?: string;
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
  )
    .usage('[sets...] [options] [-- <arguments of the assistant...>]')
    .argument('[sets...]', 'sets to start with; asked for when left out')
    .option('--servers <names>', 'single servers you have: a name, or set/name, client/name to say which is meant')
    .option('--client <client>', `who is started: ${launchable().join(', ')}`, 'claude-code')
    .option('--only', 'with no other servers than these, where the assistant can do that')
    .option('-i, --ignore-cache', 'as if nothing had been chosen here before')
    .option('-n, --no-save', 'do not remember what is chosen now')
    .option('--clear-cache', 'forget what has been chosen, everywhere, and start nothing');
  declareDirectory(declareApprove(command)).action(async (_: string[], options: Options) => {
    if (options.clearCache) return forget(context);
    const client = launchableClient(options.client, command);
    const names = command.args.slice(0, command.args.length - context.afterDashes.length);
    const known = await knownSets(command, context);
    const directory = directoryOf(command, context.host);
    const found = Object.entries(await findServers(context.host, words(options.servers), known));
    const sets =
      names.length > 0 || options.servers !== undefined
        ? names.map((name) => usableSet(name, known, directory))
        : await asked(context, known, directory, client, options);
    if (!sets) return;
    const args = [...context.afterDashes];
    const servers = Object.fromEntries(found.map(([name, { server }]) => [name, server]));
    const sources = found.flatMap(([, { source }]) => source ?? []);
    const isApproved = await settled({ sets, sources }, options.approve, context);
    if (!isApproved) return;
    const request = { client, sets, servers, sources, only: options.only ?? false, args, isApproved };
    await startClient(context, client, await planLaunch(context.host, request));
  });
};

/** A client starts what it is given, so what came with a project has to be approved first. */
async function settled(
  request: Parameters<typeof sourcesIn>[1],
  given: readonly string[] = [],
  context: CommandContext,
): Promise<IsApproved | undefined> {
  const required = await sourcesIn(context.host, request);
  if (required.length === 0) return async () => true;
  const { settleSources } = await import('../approvals/settle-sources.ts');
  const isApproved = await settleSources(required, { given, required }, context);
  if (!isApproved && context.output.exitCode === ExitCode.ok) {
    context.output.exitCode = ExitCode.failed;
    context.output.talk('Nothing started.');
  }
  return isApproved;
}

function launchable(): string[] {
  return (Object.keys(clients) as ClientId[]).filter((id) => clients[id].launch !== undefined);
}

function launchableClient(word: string, command: Command): Client {
  const client = chooseClient(word, command);
  if (!client.launch)
    command.error(`error: ${client.name} cannot be started with chosen servers; these can: ${launchable().join(', ')}`);
  return client;
}

function words(list: string | undefined): string[] {
  return (list ?? '').split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

async function forget({ host, output, globals }: CommandContext): Promise<void> {
  const forgotten = globals.dryRun ? 0 : await clearSelections(host);
  if (output.json) return output.data({ forgotten });
  output.print(`Forgot what was chosen in ${count(forgotten, 'project')}.`);
}

/** Lets a person choose, and remembers it for the next time in this project. Undefined when they want none of it. */
async function asked(
  context: CommandContext,
  known: readonly ConfigSet[],
  directory: string,
  client: Client,
  options: Options,
): Promise<ConfigSet[] | undefined> {
  const { host, output, globals } = context;
  if (globals.input === false || output.json)
    throw new PlugboardError('usage', {
      message: 'run needs the names of sets, or --servers, when nobody may be asked',
    });
  if (known.length === 0) {
    output.talk(
      `${output.mark('info')} No sets in ${shortPath(directory, host)} yet; make one with: plugboard sets create`,
    );
    return [];
  }
  const key = { project: await projectOf(host, host.cwd), directory };
  const remembered = options.ignoreCache ? [] : ((await readSelection(host, key)) ?? []);
  const before = remembered.filter((name) => known.some((set) => set.name === name && set.error === undefined));
  const chosen = await chooseSets(context, known, before, `Start ${client.name} with`);
  if (!chosen) {
    output.exitCode = ExitCode.failed;
    output.talk('Nothing started.');
    return undefined;
  }
  if (options.save) {
    // Not being able to remember is no reason not to start.
    await saveSelection(host, key, chosen).catch((error: unknown) => {
      output.talk(`${output.mark('warning')} ${visible(error instanceof Error ? error.message : String(error))}`);
    });
  }
  return chosen.map((name) => usableSet(name, known, directory));
}
