import type { Command } from 'commander';
import type { Target } from '../../manage/plan/target.ts';
import type { Scope } from '../../model/scope.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { visible } from '../../model/visible.ts';
import type { Plan } from '../../store/write/plan.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import type { ViewFlags } from '../gateway/view-flags.ts';
import { collect } from '../input/server-flags.ts';
import { chooseTargets, scopeHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options extends ViewFlags, ApproveFlag {
  readonly scope?: Scope;
  readonly http?: string;
  readonly replace?: boolean;
  readonly beside?: boolean;
  readonly manage?: boolean;
}

export const setUpConnect: CommandSetup = (command, context) => {
  withExamples(
    command,
    'connect claude-code',
    'connect cursor --replace',
    'connect codex --only github,files --search auto',
    'connect opencode --http http://127.0.0.1:7420/mcp --deny "*delete*"',
    'connect claude-code --manage',
  )
    .argument('<client>', 'client or client:scope')
    .option('-s, --scope <scope>', scopeHelp)
    .option('--manage', 'instead of the gateway, let the client manage servers with your consent')
    .option('--replace', 'move the servers of that file that the gateway offers too to your catalog, until disconnect')
    .option('--beside', 'keep them in that file, although the client then sees their tools twice')
    .option('--http <url>', 'URL of a running gateway; default: the client starts one')
    .option('--only <servers>', 'servers to include')
    .option('--names <style>', 'style of tool names: prefixed or plain')
    .option('--search <when>', 'tool search: off, on or auto')
    .option('--allow <tool>', 'tools to include (glob); repeatable', collect)
    .option('--deny <tool>', 'tools to exclude (glob); repeatable', collect);
  declareApprove(command).action(async (client: string, options: Options) =>
    connect(client, options, command, context),
  );
};

async function connect(client: string, options: Options, command: Command, context: CommandContext): Promise<void> {
  const { host, output, globals } = context;
  const [entries, { planConnect }, { viewIn, flagsFor }, { chooseDoubled }, { doubledText }] = await Promise.all([
    import('../gateway/entry.ts'),
    import('../gateway/connect-plan.ts'),
    import('../gateway/view-flags.ts'),
    import('../gateway/choose-doubled.ts'),
    import('../gateway/doubled-servers.ts'),
  ]);
  const [target, ...others] = await chooseTargets(host, client, options.scope, command);
  if (!target || others.length > 0) return command.error('error: connect takes one client');
  if (target.client.verbatim) return command.error('error: the catalog is not a client; the gateway serves it');
  if (options.manage) return letManage(target, options, command, context);
  const { http, replace, beside } = options;
  if (replace && beside) return command.error('error: --replace and --beside exclude each other');
  if (http !== undefined && !URL.canParse(http)) return command.error('error: --http takes a URL');
  const { id } = target.client;
  const view = viewIn(options, command);
  const entry =
    http === undefined
      ? await entries.stdioEntry(host, target, ['--client', id, ...flagsFor(view)])
      : entries.httpEntry(http, { client: id, view });
  const doubled = await chooseDoubled(target, view, options, command, context);
  const build = async (): Promise<Plan> => planConnect(host, target, entry, doubled.isReplaced);
  const isDone = await carryOut(context, build, () => ({ doubled: doubled.left }), options.approve);
  if (isDone && doubled.left.length > 0 && !output.json)
    output.talk(visible(`${output.mark('warning')} ${doubledText(target, doubled.left, globals.dryRun ?? false)}`));
  if (http !== undefined && !output.json) await tellToken(context);
}

async function tellToken({ host, output }: CommandContext): Promise<void> {
  const [{ gatewayTokenVariable }, { gatewayTokenPath, knownGatewayToken }] = await Promise.all([
    import('../gateway/entry.ts'),
    import('../../store/credentials/gateway-token.ts'),
  ]);
  const when = (await knownGatewayToken(host)) === undefined ? ', after the gateway has been started once' : '';
  output.talk(
    `Set ${gatewayTokenVariable} before you start the client${when}: export ${gatewayTokenVariable}="$(cat ${quoteWord(gatewayTokenPath(host))})"`,
  );
}

/** Installs the server for assistants, and a skill where the client reads one. */
async function letManage(target: Target, options: Options, command: Command, context: CommandContext): Promise<void> {
  const { manage: _, scope: __, approve, ...others } = options;
  const given = Object.keys(others).map((name) => `--${name}`);
  if (given.length > 0) return command.error(`error: --manage cannot be used with ${given.join(', ')}`);
  const [{ ownEntry }, { planInstall }] = await Promise.all([
    import('../gateway/entry.ts'),
    import('../../manage/extension/plan-extension.ts'),
  ]);
  const entry = await ownEntry(context.host, target, ['mcp']);
  await carryOut(context, () => planInstall(context.host, target, entry), undefined, approve);
}
