import { isInputRequiredResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { isDeeperThan, MOST_DEPTH, TOO_DEEP_WORDS } from '../model/depth.ts';
import { Advice } from './advice.ts';
import { answer, failedAnswer } from './answer.ts';
import type { App } from './app.ts';
import { ToolFailure } from './failure.ts';
import { mostChars } from './page.ts';
import { makeProgress } from './progress.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { allTools } from './tools/all-tools.ts';
import type { Tool, ToolCall } from './tools/tool.ts';
import type { EnabledToolsets } from './toolset.ts';
import { inputOnWire, outputOnWire, toolOnWire } from './wire-schema.ts';

const directories =
  'directory is the absolute path of a project; without it a call is about the default project, and a call with a sessionId about the project of that session.';

const instructions = {
  all: `OpenCode is a coding agent that works in project directories. Start with opencode_status. Give it tasks with opencode_run; for long ones pass waitSeconds 0 and follow with opencode_session_status. When a status is waiting_input, answer with opencode_request_reply. ${directories} More tools: opencode_toolset_list.`,
  readOnly: `OpenCode is a coding agent that works in project directories. This server only shows what it does. Start with opencode_status. ${directories}`,
};

/** A server for one client, over what the process shares. */
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
  const callOf = (context: ServerContext, report: (message: string) => void = () => undefined): ToolCall => ({
    app,
    context,
    toolsets,
    signal: context.mcpReq.signal,
    api: (directory) => app.api(directory),
    sessionApi: (sessionId) => app.sessionApi(sessionId),
    progress: report,
    canElicit: canElicit(server),
  });
  const advice = new Advice(toolsets, readOnly);
  addResources(server, callOf);
  if (!readOnly) addPrompts(server);
  // Tools that are switched off are there, too: a call of one is told how to switch it on.
  for (const tool of allTools) register(server, app, tool, advice, callOf);
  server.server.setRequestHandler('tools/list', () => ({
    tools: allTools.filter((tool) => advice.isOffered(tool)).map(toolOnWire),
  }));
  const unwatch = toolsets.watch(() => server.sendToolListChanged());
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way.
  server.server.onclose = unwatch;
  return server;
}

type CallOf = (context: ServerContext, report: (message: string) => void) => ToolCall;

function register(server: McpServer, app: App, tool: Tool, advice: Advice, callOf: CallOf): void {
  const { name, title, description, annotations, input, output } = tool;
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: inputOnWire(input), outputSchema: outputOnWire(output) },
    async (args: unknown, context: ServerContext) => {
      const progress = makeProgress(context);
      try {
        advice.checkOffered(tool);
        const call = callOf(context, (message) => progress.report(message));
        const checked = check(input, args);
        const result = await tool.run(checked as never, call);
        if (isInputRequiredResult(result)) return result;
        const { maxChars } = checked as { maxChars?: number };
        return answer(advice.inData(result), maxChars ?? mostChars);
      } catch (error) {
        if (error instanceof ToolFailure && error.code === 'SERVER_UNREACHABLE') await app.connection.settle();
        if (!(error instanceof ToolFailure)) app.log('error', `${name}: ${String(error)}`);
        return failedAnswer(error, (suggestions) => advice.usable(suggestions));
      } finally {
        await progress.close();
      }
    },
  );
}

function check(schema: z.ZodObject, args: unknown): unknown {
  if (isDeeperThan(args, MOST_DEPTH))
    throw new ToolFailure('INVALID_INPUT', `Invalid arguments: ${TOO_DEEP_WORDS}.`, ['Flatten them.']);
  // A session has its directory; models pass one all the same, because most tools take it.
  const { directory, ...rest } = (args ?? {}) as Record<string, unknown>;
  const taken = directory === undefined || 'directory' in schema.shape ? (args ?? {}) : rest;
  const { data, error } = schema.strict().safeParse(taken);
  if (!error) return data;
  const flaws = error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  throw new ToolFailure('INVALID_INPUT', `Invalid arguments: ${flaws.join('; ')}.`, [
    'Correct them after the input schema of the tool.',
  ]);
}

function canElicit({ server }: McpServer): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  // An empty object is how form mode was declared before there were others.
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}
