import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ClientId } from '../../clients/registry.ts';
import { type Exported, exportServers } from '../../manage/export-servers.ts';
import { findInClient, type FoundServer } from '../../manage/found-servers.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { lossInWords } from '../../model/diagnostics/loss.ts';
import { catalogId } from '../../model/origin.ts';
import type { Scope } from '../../model/scope.ts';
import { shortPath, shownPath, slashedPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { Plan } from '../../store/write/plan.ts';
import { recordPrinted } from '../approvals/remember-printed.ts';
import { chooseClient } from '../input/choose-client.ts';
import { checkScope, chooseTargets } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import { failuresOf } from '../plan/shortfalls.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options {
  readonly from?: string;
  readonly as: string;
  readonly output?: string;
  readonly overwrite?: boolean;
  /** False with `--no-secrets`. */
  readonly secrets: boolean;
}

export const setUpExport: CommandSetup = (command, context) => {
  withExamples(
    command,
    'export > servers.json',
    'export github linear --as codex --no-secrets',
    'export --from claude-code --output team-servers.json --no-secrets',
  )
    .argument('[names...]', 'servers to export; default: all')
    .option('--from <client>', 'client for its active servers, or client:scope; default: your Plugboard catalog')
    .option('--as <client>', 'format: client or client:scope', 'catalog')
    .option('--no-secrets', 'write references such as ${GITHUB_TOKEN} instead of secrets')
    .option('-o, --output <file>', 'file to write; default: standard output')
    .option('--overwrite', 'replace an existing file')
    .action(async (wanted: string[], options: Options) => {
      const [target] = await chooseTargets(context.host, options.as, undefined, command);
      const servers = await chosen(wanted, options.from ?? 'catalog:user', context, command);
      if (!target) return;
      const plain = Object.fromEntries(servers.map(({ name, server }) => [name, server]));
      const sources = new Map(servers.flatMap(({ name, source }) => (source ? [[name, source] as const] : [])));
      const names = Object.keys(plain);
      const exported = await exportServers(context.host, plain, target, { withoutSecrets: !options.secrets, sources });
      if (exported.unwritten.length === names.length) {
        const [first, ...others] = failuresOf(refusalsIn(exported), 'server-refused');
        if (first) return context.output.fail(first, ...others);
      }
      if (!context.globals.dryRun) await recordPrinted(exported.copied, context);
      if (options.output === undefined) print(exported, names, target, context);
      else if (!(await write(exported, names, options.output, options.overwrite ?? false, context))) return;
      showImportNotes(exported, context);
    });
};

async function chosen(
  names: readonly string[],
  from: string,
  { host, output }: CommandContext,
  command: Command,
): Promise<FoundServer[]> {
  const [word, scope] = from.split(':') as [string, Scope?];
  checkScope(scope, command);
  const client = chooseClient(word, command);
  const finds = await findInClient(host, client.id as ClientId, scope);
  const { servers, issues, unread } = finds;
  const missing = names.find((name) => !servers.some((one) => one.name === name));
  if (missing !== undefined) throw notFound(missing, finds);
  output.unread([...unread, ...issues], names.length === 0);
  if (servers.length === 0) {
    if (issues.length > 0) throw new PlugboardError('document-malformed', { diagnostics: issues });
    const isCatalog = client.id === catalogId;
    throw new PlugboardError('no-servers', { where: isCatalog ? 'your catalog' : from, isCatalog });
  }
  return servers.filter(({ name }) => names.length === 0 || names.includes(name));
}

function refusalsIn({ losses }: Exported): Exported['losses'] {
  return losses.filter(({ refused }) => refused);
}

function print(exported: Exported, servers: readonly string[], target: Target, { output }: CommandContext): void {
  const { text, losses, companions, variables, plainSecrets } = exported;
  const refusals = refusalsIn(exported);
  const others = losses.filter((loss) => !refusals.includes(loss));
  const failures = failuresOf(refusals);
  const data = { as: nameOf(target), servers, text, losses, companions, variables, plainSecrets };
  if (output.json) return output.partly(data, [], failures);
  output.raw(text);
  for (const loss of others) output.talk(`${output.mark('warning')} ${visible(lossInWords(loss))}`);
  output.partly(undefined, [], failures);
}

async function write(
  { text, losses, variables, plainSecrets }: Exported,
  servers: readonly string[],
  file: string,
  overwrite: boolean,
  context: CommandContext,
): Promise<boolean> {
  const { host } = context;
  const path = slashedPath(resolve(host.cwd, file), host.platform);
  const named = servers.length > 3 ? `${servers.length} servers` : servers.join(', ');
  const build = async (): Promise<Plan> => {
    const draft = new PlanDraft(host, `export ${named} to ${shortPath(path, host)}`);
    const present = await draft.text(path);
    if (present !== undefined && present !== text && !overwrite) throw new PlugboardError('file-exists', { path });
    await draft.set(path, text);
    return { ...draft.plan(), losses };
  };
  // As in a translation, fields that a client does not know are only reported.
  return carryOut(context, build, () => ({ servers, variables, plainSecrets }), [], new Set());
}

function showImportNotes({ companions, variables, plainSecrets }: Exported, { output }: CommandContext): void {
  for (const { path, text } of companions)
    output.talk([`${output.mark('info')} ${shownPath(path)} must also contain:`, ...text.trimEnd().split('\n')]);
  if (variables.length > 0) output.talk(`${output.mark('info')} Set these variables: ${variables.join(', ')}`);
  if (plainSecrets === 0) return;
  const secrets = plainSecrets === 1 ? '1 secret' : `${plainSecrets} secrets`;
  output.talk(
    `${output.mark('warning')} The output contains ${secrets} in plain text; --no-secrets writes references instead`,
  );
}
