import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { answer, checkedAnswer, failedAnswer, roomFor } from '../mcp/answer.ts';
import { boundIn } from '../mcp/arguments.ts';
import { canElicit } from '../mcp/client-of-request.ts';
import { noSuchTool } from '../mcp/no-such-tool.ts';
import { mostChars } from '../mcp/page.ts';
import { requiredIn, toolOnWire } from '../mcp/wire-schema.ts';
import { Advice } from './advice.ts';
import type { App } from './app.ts';
import { checkArguments, type CheckedArguments } from './arguments.ts';
import { asFailure } from './as-failure.ts';
import { checkSameDirectory } from './directory.ts';
import { ToolFailure } from './failure.ts';
import { makeProgress } from './progress.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { allTools } from './tools/all-tools.ts';
import type { Tool, ToolCall } from './tools/tool.ts';
import type { EnabledToolsets } from './toolset.ts';

const directories =
  'directory is the absolute path of a project. It defaults to the project of the given sessionId, else to the default project. Every tool takes maxChars, the maximum size of its result.';

const instructions = {
  all: `OpenCode is a coding agent that works in project directories. Start with opencode_status. Give it tasks with opencode_run; for long ones pass waitSeconds 0 and follow with opencode_session_status. When a status is waiting_input, answer with opencode_request_reply. ${directories} More tools: opencode_toolset_list.`,
  readOnly: `OpenCode is a coding agent that works in project directories. This server is read-only. Start with opencode_status. ${directories}`,
};

/** Creates an MCP server for one client on top of the shared state of the process. */
export function buildServer(app: App, toolsets: EnabledToolsets = app.toolsets): McpServer {
  const { readOnly } = app.settings;
  const server = new McpServer(
    { name: 'plugboard-opencode', title: 'OpenCode', version: app.version },
    {
      instructions: readOnly ? instructions.readOnly : instructions.all,
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} },
      requestState: { verify: (state, context) => app.states.verify(state, context) },
      inputRequired: { maxRounds: 100 },
    },
  );
  const callOf: CallOf = (context, { directory, given, maxChars }, report) => ({
    app,
    context,
    directory,
    given,
    room: roomFor(maxChars),
    toolsets,
    signal: context.mcpReq.signal,
    api: (asked) => app.api(asked),
    sessionApi: async (sessionId) => {
      const api = await app.sessionApi(sessionId);
      checkSameDirectory(directory, api, sessionId, app.settings);
      return api;
    },
    progress: report,
    canElicit: canElicit(server, context),
  });
  const advice = new Advice(toolsets, readOnly);
  const everything = { directory: undefined, given: new Set<string>(), maxChars: mostChars };
  addResources(server, (context) => callOf(context, everything, () => undefined));
  if (!readOnly) addPrompts(server);
  server.server.setRequestHandler('tools/list', () => ({
    tools: allTools.filter((tool) => advice.isOffered(tool)).map(toolOnWire),
  }));
  server.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = byName.get(params.name);
    if (!tool) throw unknownTool(params.name, advice);
    const result = await runTool(app, tool, advice, params.arguments, context, callOf);
    if (isInputRequiredResult(result)) return result;
    return server.server.projectCallToolResult(result, toolOnWire(tool).outputSchema);
  });
  const unwatch = toolsets.watch(() => server.sendToolListChanged());
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK offers no other way.
  server.server.onclose = unwatch;
  return server;
}

const byName = new Map(allTools.map((tool) => [tool.name, tool]));

type CallOf = (
  context: ServerContext,
  args: Pick<CheckedArguments, 'directory' | 'given' | 'maxChars'>,
  report: (message: string) => void,
) => ToolCall;

/** Disabled tools can be called too: the error says how to enable them. */
async function runTool(
  app: App,
  tool: Tool,
  advice: Advice,
  args: unknown,
  context: ServerContext,
  callOf: CallOf,
): Promise<CallToolResult | InputRequiredResult> {
  const progress = makeProgress(context);
  try {
    advice.checkOffered(tool);
    const checked = checkArguments(tool, args);
    const call = callOf(context, checked, (message) => progress.report(message));
    const result = await tool.run(checked.input as never, call);
    if (isInputRequiredResult(result)) return result;
    return checkedAnswer(tool.output, answer(advice.inData(result), checked.maxChars, requiredIn(tool.output)));
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'SERVER_UNREACHABLE') await app.connection.settle();
    if (!(error instanceof ToolFailure)) app.log('error', `${tool.name}: ${String(error)}`);
    return failedAnswer(asFailure(error), boundIn(args), (suggestions) => advice.usable(suggestions));
  } finally {
    await progress.close();
  }
}

function unknownTool(name: string, advice: Advice): ProtocolError {
  return noSuchTool(
    name,
    allTools.filter((tool) => advice.isAllowed(tool)).map((tool) => tool.name),
  );
}
