import type { Client } from '../../clients/types.ts';
import { lossInWords } from '../../model/diagnostics/loss.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { launch, mirrorSignal } from '../../sets/launch/launch.ts';
import { launchLine } from '../../sets/launch/line.ts';
import type { LaunchPlan } from '../../sets/launch/plan.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Starts a client and exits with its status; with `--dry-run` only prints the command. */
export async function startClient(context: CommandContext, client: Client, plan: LaunchPlan): Promise<void> {
  const { host, output, globals } = context;
  for (const loss of plan.losses) output.talk(`${output.mark('warning')} ${visible(lossInWords(loss))}`);
  if (globals.dryRun) return show(context, client, plan);
  const ended = await launch(host, plan);
  if ('signal' in ended) return mirrorSignal(ended.signal);
  output.exitCode = ended.code;
}

function show({ host, output }: CommandContext, client: Client, plan: LaunchPlan): void {
  const { program, args, env } = plan;
  const files = plan.files.map(({ path }) => path);
  if (output.json) return output.data({ client: client.id, program, args, env, files, line: launchLine(plan) });
  output.print(launchLine(plan));
  for (const path of files)
    output.talk(`${output.mark('info')} ${shortPath(path, host)} would hold the servers while it runs`);
}
