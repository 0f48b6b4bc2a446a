import { visible } from '../../model/visible.ts';
import type { Progress } from '../../runtime/connect/session/session.ts';
import type { ToolOutput } from '../../runtime/tools/execute.ts';
import type { Output } from '../output/output.ts';
import { cut } from '../output/server-labels.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { givenArguments } from '../runtime/arguments/given-arguments.ts';
import { askServer } from '../runtime/ask-server.ts';
import { confirmChangedTool } from '../runtime/confirm-changed-tool.ts';
import { mayDestroy } from '../runtime/describe-tool.ts';
import { prepareCall, type PreparedCall } from '../runtime/prepare-call.ts';
import { declareRuntimeFlags, type RuntimeFlags } from '../runtime/runtime-flags.ts';
import { showCall } from '../runtime/show-call.ts';
import { failWith } from '../runtime/show-obstacle.ts';
import { obstacleAfterPrompt, serverNamed } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';

interface Options extends RuntimeFlags {
  readonly args?: string;
  readonly raw?: boolean;
  /** False with `--no-check`. */
  readonly check: boolean;
  readonly allowChanged?: boolean;
}

export const setUpCall: CommandSetup = (command, context) => {
  withExamples(
    command,
    'call files read_text_file path=README.md head=5',
    'call github search_issues query=crash labels=bug labels=ui filter.state=open --json',
    `call memory create_entities entities:='[{"name":"a","entityType":"b","observations":[]}]'`,
    'call memory create_entities - < entities.json',
  )
    .argument('<server>', 'server of the tool')
    .argument('<tool>', 'name of the tool, as listed by plugboard tools <server>')
    .argument(
      '[argument...]',
      'name=value, converted to the type in the schema; repeat a name for more list items, name.inner=value for nested values, name:=json for any JSON; - reads a JSON object from standard input',
    )
    .option('--args <json>', 'arguments as a JSON object')
    .option('--raw', 'print the result as JSON from the server, with masked secrets')
    .option('--no-check', 'send arguments without validating them')
    .option('--allow-changed', 'call a tool that changed since it was accepted');
  declareRuntimeFlags(command).action(async (name: string, tool: string, words: string[], options: Options) => {
    const given = await givenArguments(words, options.args);
    await withRuntime(context, command, options, false, async (use) => {
      const { output } = context;
      const server = serverNamed(name, use);
      const obstacle = await obstacleAfterPrompt(server, use);
      if (obstacle) return failWith(obstacle, output);
      const call = await prepareCall({ server, tool, given, check: options.check }, use);
      if ('obstacle' in call) return failWith(call.obstacle, output);
      const isFine = await confirmChangedTool(call, options.allowChanged ?? false, use);
      if (!isFine || !(await isWanted(call, use))) return notCalled(output);
      showCall(call, await carryOut(call, use), options.raw ?? false, output);
    });
  });
};

/** Annotations of a server can only add a confirmation, never remove one. */
async function isWanted({ tool, args }: PreparedCall, { context }: Use): Promise<boolean> {
  const { output, globals } = context;
  if (!context.interactive || globals.yes || !mayDestroy(tool)) return true;
  const { confirm } = await import('../input/ask.ts');
  output.talk(`${visible(tool.mcpToolName)} of ${visible(tool.serverName)} may change or delete something:`);
  output.talk(`  ${visible(cut(JSON.stringify(args), 400))}`);
  return confirm('Call it?');
}

function notCalled(output: Output): void {
  output.exitCode = ExitCode.failed;
  output.talk('Not called.');
}

async function carryOut({ tool, args }: PreparedCall, use: Use): Promise<ToolOutput> {
  const { context, signal, lines } = use;
  const name = `${tool.serverName} ${tool.mcpToolName}`;
  const onProgress = (progress: Progress): void => {
    if (lines.isLive) lines.say(tool.serverName, progressWords(progress));
    else context.output.talk(`${visible(name)}: ${visible(progressWords(progress))}`);
  };
  const answer = await askServer(tool.serverName, use, { doing: `calling ${tool.mcpToolName}` }, () =>
    tool.execute(args, { signal, onProgress }),
  );
  lines.finish(tool.serverName);
  if ('error' in answer) throw answer.error;
  return answer.value;
}

function progressWords({ progress, total, message }: Progress): string {
  const far = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined ? far : `${far}: ${message}`;
}
