import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { visible } from '../../model/visible.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { differenceLines } from '../reload/difference-lines.ts';
import { failWithAll, isReported, printObstacles } from '../runtime/ask-each.ts';
import { toolLines } from '../runtime/describe-tool.ts';
import { findTool, noSuchTool } from '../runtime/find-tool.ts';
import { listTools, type ToolList } from '../runtime/list-tools.ts';
import type { Obstacle } from '../runtime/obstacle.ts';
import { declareRuntimeFlags, type RuntimeFlags } from '../runtime/runtime-flags.ts';
import { failWith, obstacleAsData } from '../runtime/show-obstacle.ts';
import { toolsAsData, toolTable } from '../runtime/show-tools.ts';
import { toolWarnings } from '../runtime/tool-warnings.ts';
import { obstacleAfterPrompt, serverNamed, usableServers } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';

interface Options extends RuntimeFlags {
  readonly refresh?: boolean;
}

export const setUpTools: CommandSetup = (command, context) => {
  withExamples(command, 'tools', 'tools github --refresh', 'tools files read_file', 'tools --json')
    .argument('[server]', 'server to list; default: all')
    .argument('[tool]', 'tool to show in detail')
    .option('--refresh', 'list the tools again instead of using the cache');
  declareRuntimeFlags(command).action(async (name: string | undefined, tool: string | undefined, options: Options) =>
    withRuntime(context, command, options, name === undefined, async (use) => {
      const anew = options.refresh ?? false;
      if (name === undefined) return showAll(anew, use);
      const list = await toolsOf(name, anew, use);
      if (!list) return;
      if (tool === undefined) {
        if (!context.output.json) context.output.print(toolTable(list, context));
        conclude([list], [], use);
      } else showOne(tool, list, use);
    }),
  );
};

async function toolsOf(name: string, anew: boolean, use: Use): Promise<ToolList | undefined> {
  const { output } = use.context;
  const server = serverNamed(name, use);
  const before = await obstacleAfterPrompt(server, use);
  if (before) return failWith(before, output);
  const [list] = await listTools([server], { anew }, use);
  if (list?.obstacle) return failWith(list.obstacle, output);
  return list;
}

/** Lists the tools of all servers. A server that fails does not hide the others. */
async function showAll(anew: boolean, use: Use): Promise<void> {
  const { output } = use.context;
  const { usable, obstacles } = await usableServers(use);
  let printed = 0;
  const tell = (list: ToolList): string[] => {
    if (output.json) return [];
    printed += 1;
    return [...(printed > 1 ? [''] : []), ...toolTable(list, use.context)];
  };
  const lists = await listTools(usable, { anew, once: true, tell }, use);
  const failed = lists.flatMap(({ obstacle }) => obstacle ?? []);
  // If no server responds, the command fails.
  if (failed.length > 0 && lists.every(({ from }) => !from.listing)) return failWithAll(failed, output);
  if (printed === 0 && !output.json) output.print('No tools are known yet.');
  conclude(lists, [...obstacles.filter(isReported), ...failed], use);
}

/** Prints warnings and failures after all lists. */
function conclude(lists: readonly ToolList[], obstacles: readonly Obstacle[], use: Use): void {
  const { output } = use.context;
  const known = lists.filter(({ from }) => from.listing !== undefined);
  const warnings = toolWarnings(
    known.map(({ server }) => server.name),
    use,
  );
  if (output.json) {
    const servers = known.map((list) => toolsAsData(list, output));
    return output.data({ servers }, [...warnings.map(toJson), ...obstacles.map(obstacleAsData)]);
  }
  if (warnings.length + obstacles.length > 0) output.talk('');
  for (const warning of warnings) printToolWarning(warning, use);
  printObstacles(obstacles, output);
}

function printToolWarning(warning: Diagnostic, { runtime, context: { output } }: Use): void {
  const { message, fix } = describe(warning);
  output.talk(`${output.mark('warning')} ${visible(message)}`);
  const difference = warning.code === 'tool-changed' ? runtime.pins.differenceOf(warning.args.server) : undefined;
  // Added and removed tools are already in the message.
  const lines = difference ? differenceLines({ ...difference, added: [], removed: [] }, true, output) : [];
  for (const line of lines) output.talk(line);
  if (fix !== undefined) output.talk(`  ${output.style('cyan', 'fix:')} ${visible(fix)}`);
}

function showOne(name: string, list: ToolList, use: Use): void {
  const { output } = use.context;
  const { server } = list;
  const tool = findTool(name, server.name, use);
  if (!tool) throw noSuchTool(name, server.name, use);
  const warnings = toolWarnings([server.name], use, tool.mcpToolName);
  if (output.json) return output.data(toolsAsData({ ...list, tools: [tool] }, output), warnings.map(toJson));
  output.print(toolLines(tool));
  for (const warning of warnings) printToolWarning(warning, use);
}
