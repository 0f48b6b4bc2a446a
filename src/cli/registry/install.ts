import type { Command } from 'commander';
import type { Conflict } from '../../manage/add.ts';
import { planPrepared } from '../../manage/registry/plan-install.ts';
import { type PreparedInstall, prepareInstall } from '../../manage/registry/prepare-install.ts';
import { warningWords } from '../../manage/registry/warning-words.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';
import { MASK } from '../../model/secrets/hidden-spans.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { consentText } from '../../model/text/consent.ts';
import { visible } from '../../model/visible.ts';
import { chooseTargets, scopeHelp, targetHelp } from '../input/targets.ts';
import { ago } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import { bringServers } from '../plan/bring-servers.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { planSecrets } from '../secrets/offer-vault.ts';
import {
  accessOf,
  declareInputFlags,
  declareRegistryFlags,
  inputValues,
  type RegistryFlags,
  splitVersion,
} from './registry-flags.ts';

export interface InstallFlags extends RegistryFlags {
  readonly to?: string;
  readonly scope?: Scope;
  readonly as?: string;
  readonly input?: readonly string[];
  readonly package?: string;
  readonly overwrite?: boolean;
  readonly vault?: boolean;
  readonly check?: boolean;
}

export function setUpInstall(registry: Command, context: CommandContext): void {
  const command = registry
    .command('install')
    .description('Install a server of the registry in an exact version. Starts and downloads nothing.');
  withExamples(
    command,
    'registry install io.github.acme/weather --to claude-code,cursor',
    "registry install io.github.acme/weather@1.2.0 --input 'API_KEY=${API_KEY}' --dry-run",
  )
    .argument('<registry-name>', 'name in the registry, with @version for a version other than the latest')
    .option('--to <clients>', `where to add it: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp)
    .option('--overwrite', 'replace a server with the same name')
    .option('--vault', 'move its plain secrets to the vault')
    .option('--check', 'ask the npm registry whether the package runs scripts when it is fetched')
    .option('--as <new-name>', 'name of the server here; default: from its name in the registry');
  declareRegistryFlags(declareInputFlags(command)).action(async (word: string, flags: InstallFlags) =>
    install(word, flags, context, command),
  );
}

/** Installs a server of a registry: shows what it is first, then the plan. */
export async function install(
  word: string,
  flags: InstallFlags,
  context: CommandContext,
  command: Command,
): Promise<void> {
  const { host, output } = context;
  const targets = await chooseTargets(host, flags.to, flags.scope, command);
  const prepared = await prepareInstall(host, {
    ...accessOf(flags, output),
    ...splitVersion(word),
    inputs: inputValues(flags.input),
    words: wordsFor(flags),
    ...(flags.package !== undefined && { offer: flags.package }),
    ...(flags.as !== undefined && { as: flags.as }),
    ...(flags.check && { scriptsOf: (name, version) => scriptsOf(name, version, host) }),
    ...(context.interactive && {
      ask: async (inputs, server) => (await import('./ask-inputs.ts')).askInputs(inputs, server.name),
    }),
  });
  show(prepared, context);
  const { name, server } = prepared;
  const conflict: Conflict = flags.overwrite ? 'overwrite' : 'fail';
  const planned = await planSecrets(context, { [name]: server }, flags.vault, (on, some) =>
    planPrepared(on, prepared, some, conflict),
  );
  await bringServers(context, { names: [name], targets, conflict }, planned, { more: { install: asData(prepared) } });
}

/** The options that an error must repeat in the command line that it suggests. */
function wordsFor({ to, scope, registry = [], offline, overwrite, vault }: InstallFlags): string[] {
  return [
    ...(to === undefined ? [] : ['--to', to]),
    ...(scope === undefined ? [] : ['--scope', scope]),
    ...registry.flatMap((one) => ['--registry', one]),
    ...(offline ? ['--offline'] : []),
    ...(overwrite ? ['--overwrite'] : []),
    ...(vault ? ['--vault'] : []),
  ];
}

async function scriptsOf(name: string, version: string, host: Host): Promise<string[]> {
  const { packagePlaces } = await import('../../live/lock/package-places.ts');
  const { installScripts } = await import('../../registry/packages/install-scripts.ts');
  const { PackageLookupError } = await import('../../registry/packages/package-spec.ts');
  return installScripts(name, version, packagePlaces(host)).catch((error: unknown) => {
    if (error instanceof PackageLookupError)
      throw new PlugboardError('usage', { message: `--check: ${error.message}` });
    throw error;
  });
}

function asData({ found, offer, inputs, warnings, problem }: PreparedInstall): Record<string, unknown> {
  return {
    ...found,
    offer: offer.id,
    inputs,
    warnings: warnings.map((one) => ({ ...one, message: warningWords(one) })),
    ...(problem !== undefined && { problem }),
  };
}

/** What is about to be installed: its publisher, its age, and what will be started. */
function show(
  { found, server, offer, secrets, warnings, problem }: PreparedInstall,
  { host, output }: CommandContext,
): void {
  const { publishedAt } = found;
  const started = [server.command ?? '', ...(server.args ?? [])].map((word) => quoteWord(word)).join(' ');
  const rows = [
    ['server', `${found.name} ${found.version}`],
    ['namespace', found.namespace],
    ...(publishedAt === undefined ? [] : [['published', ago(new Date(publishedAt), host.now())]]),
    offer.kind === 'remote' ? ['connects to', server.url ?? ''] : ['starts', started],
    ...Object.entries(server.env ?? {}).map(([name, value]) => ['with', `${name}=${value}`]),
    ['registry', found.registry],
  ];
  // What it starts is from outside and is not masked, except secrets that the user typed.
  const shown = (text: string): string => secrets.reduce((line, secret) => line.replaceAll(secret, MASK), text);
  for (const line of inColumns(rows.map(([label = '', text = '']) => [label, consentText(shown(text))])))
    output.talk(`  ${line}`);
  if (problem !== undefined)
    output.talk(`${output.mark('warning')} The registry could not be asked: ${visible(problem)}`);
  for (const one of warnings) output.talk(`${output.mark('warning')} ${visible(warningWords(one))}`);
}
