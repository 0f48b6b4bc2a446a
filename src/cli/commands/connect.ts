import type { Command } from 'commander';
import type { Scope } from '../../model/scope.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { carryOut } from '../carry-out.ts';
import type { CommandContext, CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import type { ViewFlags } from '../gateway/view-flags.ts';
import { collect } from '../server-flags.ts';
import { chooseTargets, scopeWords } from '../targets.ts';

interface Options extends ViewFlags, ApproveFlag {
  readonly scope?: Scope;
  readonly http?: string;
  readonly replace?: boolean;
}

export const setUpConnect: CommandSetup = (command, context) => {
  withExamples(
    command,
    'connect claude-code',
    'connect cursor --replace',
    'connect codex --only github,files --search auto',
    'connect opencode --http http://127.0.0.1:7420/mcp --deny "*delete*"',
  )
    .argument('<client>', 'the assistant, or assistant:scope')
    .option('-s, --scope <scope>', scopeWords)
    .option('--replace', 'move the servers of that file to your catalog, so that nothing is offered twice')
    .option('--http <url>', 'by the address of a gateway that runs already, instead of starting one')
    .option('--only <servers>', 'only these servers')
    .option('--names <style>', 'prefixed or plain')
    .option('--search <when>', 'off, on or auto')
    .option('--allow <tool>', 'only tools whose names fit, with * for any text; may be repeated', collect)
    .option('--deny <tool>', 'no tools whose names fit; may be repeated', collect);
  declareApprove(command).action(async (client: string, options: Options) =>
    connect(client, options, command, context),
  );
};

async function connect(client: string, options: Options, command: Command, context: CommandContext): Promise<void> {
  const { host, output } = context;
  const [entries, { planConnect }, { viewIn, flagsFor }] = await Promise.all([
    import('../gateway/entry.ts'),
    import('../gateway/connect-plan.ts'),
    import('../gateway/view-flags.ts'),
  ]);
  const [target, ...others] = await chooseTargets(host, client, options.scope, command);
  if (!target || others.length > 0) return command.error('error: connect takes one assistant');
  if (target.client.verbatim) return command.error('error: the catalog is what the gateway serves, no assistant');
  const { http } = options;
  if (http !== undefined && !URL.canParse(http)) return command.error('error: --http takes an address');
  const { id } = target.client;
  const view = viewIn(options, command);
  const entry =
    http === undefined
      ? await entries.stdioEntry(host, ['--client', id, ...flagsFor(view)])
      : entries.httpEntry(http, { client: id, view });
  await carryOut(context, () => planConnect(host, target, entry, options.replace ?? false), undefined, options.approve);
  if (http === undefined || output.json) return;
  const { gatewayTokenPath } = await import('../../store/gateway-token.ts');
  output.talk(
    `Start it where ${entries.gatewayTokenVariable} is set: export ${entries.gatewayTokenVariable}="$(cat ${gatewayTokenPath(host)})"`,
  );
}
