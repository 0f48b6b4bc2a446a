import type { Command } from 'commander';
import { add, type Conflict } from '../../manage/add.ts';
import { isStarter } from '../../manage/paste/command-lines/starters.ts';
import { withBrought } from '../../manage/plan/in-steps.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Scope } from '../../model/scope.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { missingDashes, type Wanted, parseAddArguments } from '../input/parse-add-arguments.ts';
import type { PastedServers } from '../input/pasted-servers.ts';
import { presetCommand } from '../input/presets.ts';
import {
  declareServerFlags,
  requireFit,
  requireUrlForToken,
  type ServerFlags,
  serverFromFlags,
} from '../input/server-flags.ts';
import { checkScope, chooseTargets, scopeHelp, targetHelp } from '../input/targets.ts';
import { bringServers } from '../plan/bring-servers.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { declareInputFlags, declareRegistryFlags, type RegistryFlags } from '../registry/registry-flags.ts';
import { planSecrets } from '../secrets/offer-vault.ts';

interface Options extends ServerFlags, ApproveFlag, RegistryFlags {
  readonly input?: readonly string[];
  readonly package?: string;
  readonly to?: string;
  readonly scope?: Scope;
  readonly overwrite?: boolean;
  readonly skip?: boolean;
  readonly vault?: boolean;
}

export const setUpAdd: CommandSetup = (command, context) => {
  withExamples(
    command,
    "add github --url https://api.githubcopilot.com/mcp/ --token '${GITHUB_TOKEN}' --to claude-code,cursor,codex",
    'add files --to claude-code --scope project -e LOG_LEVEL=debug -- npx -y @modelcontextprotocol/server-filesystem .',
    'add opencode --to claude-code,codex',
    'add - < snippet-from-a-readme.md',
    "add 'claude mcp add --transport http linear https://mcp.linear.app/mcp' --to opencode",
    'add io.github.acme/weather --to cursor',
  )
    .argument('[name]', 'name of the server')
    .argument(
      '[text...]',
      "definition of servers: JSON, TOML or YAML of any client, a command line such as 'claude mcp add …', 'npx …' or 'docker run …', a URL, an install link, a name in the MCP registry; - reads standard input",
    )
    .usage('[name] [options] [--url <url> | -- <command...> | <text> | <registry-name> | -]')
    .option('--to <clients>', `where to add it: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp)
    .option('--overwrite', 'replace a server with the same name')
    .option('--skip', 'keep a server with the same name')
    .option('--vault', 'move its plain secrets to the vault');
  declareRegistryFlags(declareInputFlags(command));
  declareServerFlags(declareApprove(command)).action(async (_name: unknown, _text: unknown, options: Options) => {
    const wanted = withPreset(parseAddArguments(command.args, context.afterDashes, options.url !== undefined));
    if (wanted.kind === 'registry') return installNamed(wanted, options, context, command);
    refuseInputs(options);
    if (wanted.kind === 'server') {
      requireUrlForToken(options);
      const server = serverFromFlags(options, wanted.commandLine);
      requireFit(server, options);
      const name = wanted.name ?? (await proposedName(wanted.commandLine, options.url));
      const asked = new Set(Object.keys(server));
      const { typedAgain } = await import('../../manage/outside/outside-text.ts');
      const again = await typedAgain(context.host, server);
      const outside = new Map(again ? [[name, again]] : []);
      return write(context, command, { servers: { [name]: server }, sources: new Map(), outside, asked }, options);
    }
    if (wanted.kind === 'pasted') {
      const { pastedServers } = await import('../input/pasted-servers.ts');
      const pasted = await pastedServers(context, wanted, options);
      if (!pasted) return;
      for (const server of Object.values(pasted.servers)) requireFit(server, options);
      return write(context, command, pasted, options);
    }
    requireUrlForToken(options);
    if (!context.interactive) throw new PlugboardError('usage', { message: missingDefinition(wanted.name) });
    return ask(context, command, wanted.name, options);
  });
};

/** `add io.github.acme/server` is `registry install`. */
async function installNamed(
  { name, registryName }: Extract<Wanted, { kind: 'registry' }>,
  options: Options,
  context: CommandContext,
  command: Command,
): Promise<void> {
  const defined = Object.keys(serverFromFlags(options, []));
  if (defined.length > 0)
    throw new PlugboardError('usage', {
      message: `The registry defines ${registryName}, so ${defined.join(', ')} cannot be set. Use --input key=value, or plugboard edit afterwards.`,
    });
  const { install } = await import('../registry/install.ts');
  await install(registryName, { ...options, ...(name !== undefined && { as: name }) }, context, command);
}

function refuseInputs({ input, package: chosen, registry }: Options): void {
  if (input ?? chosen ?? registry)
    throw new PlugboardError('usage', {
      message: '--input, --package and --registry are for a name in the MCP registry, such as io.github.acme/weather.',
    });
}

/** A built-in server needs only its name; options after `--` are passed to it. */
function withPreset(wanted: Wanted): Wanted {
  const options = wanted.kind === 'server' && wanted.commandLine[0]?.startsWith('-') ? wanted.commandLine : [];
  const isPreset = wanted.kind === 'open' || options.length > 0;
  const preset = isPreset ? presetCommand(wanted.name) : undefined;
  return preset ? { kind: 'server', name: wanted.name, commandLine: [...preset, ...options] } : wanted;
}

async function ask(
  context: CommandContext,
  command: Command,
  name: string | undefined,
  options: Options,
): Promise<void> {
  const { to, scope, overwrite, skip } = options;
  const server = serverFromFlags(options, []);
  checkScope(scope, command);
  const targets = to === undefined ? undefined : await chooseTargets(context.host, to, scope, command);
  const conflict = overwrite ? 'overwrite' : skip ? 'skip' : undefined;
  const { addByAsking } = await import('../wizard/add-by-asking.ts');
  const secrets = options.vault ? 'vault' : undefined;
  const added = await addByAsking(context, { name, server, targets, scope, conflict, secrets });
  await offerSignIn(context, command, added);
}

async function write(
  context: CommandContext,
  command: Command,
  { servers, sources, outside, brought, asked }: PastedServers & { readonly asked?: ReadonlySet<string> },
  options: Options,
): Promise<void> {
  const targets = await chooseTargets(context.host, options.to, options.scope, command);
  const conflict: Conflict = options.overwrite ? 'overwrite' : options.skip ? 'skip' : 'fail';
  const names = Object.keys(servers);
  const [only = ''] = names;
  const { importServers } = await import('../../manage/copy.ts');
  const planned = await planSecrets(context, servers, options.vault, async (on, some) => {
    const plan =
      names.length === 1
        ? await add(on, only, servers[only] as Server, some, conflict, sources.get(only), outside?.get(only))
        : await importServers(on, servers, some, { conflict, sources, ...(outside && { outside }) });
    return brought ? withBrought(plan, brought) : plan;
  });
  const isDone = await bringServers(context, { names, targets, conflict }, planned, {
    approve: options.approve,
    ...(asked && { asked }),
  });
  if (!isDone) return;
  await offerSignIn(context, command, servers);
}

/** Offers a sign-in at a terminal, unless --yes or --dry-run is given. */
async function offerSignIn(
  context: CommandContext,
  command: Command,
  servers: Readonly<Record<string, Server>>,
): Promise<void> {
  const { globals } = context;
  const isRemote = Object.values(servers).some((server) => inferTransport(server) !== 'stdio');
  if (!isRemote || !context.interactive || globals.yes || globals.dryRun) return;
  const { offerAfterAdding } = await import('../auth/offer-after-adding.ts');
  await offerAfterAdding(context, command, servers);
}

async function proposedName(commandLine: readonly string[], url: string | undefined): Promise<string> {
  const { proposeName } = await import('../../manage/paste/propose-name.ts');
  const [command, ...args] = commandLine;
  return proposeName(url === undefined ? { command: command ?? '', args } : { url });
}

function missingDefinition(name: string | undefined): string {
  if (name !== undefined && isStarter(name)) return missingDashes([name]);
  const what = name === undefined ? 'Nothing to add. Give' : `No definition for ${name}. Give`;
  return `${what} --url <url>, -- <command...>, or a text that defines it (- reads standard input)`;
}
