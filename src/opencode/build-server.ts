import {
  isInputRequiredResult,
  McpServer,
  type RegisteredTool,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { answer, failedAnswer } from './answer.ts';
import type { App } from './app.ts';
import { ToolFailure } from './failure.ts';
import { makeProgress } from './progress.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { allTools } from './tools/all-tools.ts';
import type { Tool, ToolCall } from './tools/tool.ts';
import { inputOnWire, outputOnWire } from './wire-schema.ts';

const instructions =
  'OpenCode is a coding agent that works in project directories. Start with opencode_status. Give it tasks with opencode_run; for long ones pass waitSeconds 0 and follow with opencode_session_status. When a status is waiting_input, answer with opencode_request_reply. More tools: opencode_toolset_list.';

/** A server for one client, over what the process shares. */
export function buildServer(app: App): McpServer {
  const server = new McpServer(
    { name: 'plugboard-opencode', title: 'OpenCode', version: app.version },
    {
      instructions,
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} },
      requestState: { verify: (state, context) => app.states.verify(state, context) },
      inputRequired: { maxRounds: 100 },
    },
  );
  const callOf = (context: ServerContext, report: (message: string) => void = () => undefined): ToolCall => ({
    app,
    context,
    signal: context.mcpReq.signal,
    api: (directory) => app.api(directory),
    progress: report,
    canElicit: canElicit(server),
  });
  addResources(server, callOf);
  addPrompts(server);
  const registered = offered(app).map((tool) => ({ tool, entry: register(server, app, tool, callOf) }));
  const apply = (): void => {
    for (const { tool, entry } of registered) {
      const on = tool.always === true || app.toolsets.has(tool.toolset);
      if (on !== entry.enabled) entry.update({ enabled: on });
    }
  };
  apply();
  const unwatch = app.toolsets.watch(apply);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way.
  server.server.onclose = unwatch;
  return server;
}

function offered({ settings }: App): readonly Tool[] {
  return settings.readOnly ? allTools.filter(({ annotations }) => annotations.readOnlyHint) : allTools;
}

type CallOf = (context: ServerContext, report: (message: string) => void) => ToolCall;

function register(server: McpServer, app: App, tool: Tool, callOf: CallOf): RegisteredTool {
  const { name, title, description, annotations, input, output } = tool;
  return server.registerTool(
    name,
    { title, description, annotations, inputSchema: inputOnWire(input), outputSchema: outputOnWire(output) },
    async (args: unknown, context: ServerContext) => {
      const progress = makeProgress(context);
      try {
        const call = callOf(context, (message) => progress.report(message));
        const result = await tool.run(check(input, args) as never, call);
        return isInputRequiredResult(result) ? result : answer(result);
      } catch (error) {
        if (error instanceof ToolFailure && error.code === 'SERVER_UNREACHABLE') await app.connection.settle();
        if (!(error instanceof ToolFailure)) app.log('error', `${name}: ${String(error)}`);
        return failedAnswer(error);
      } finally {
        await progress.close();
      }
    },
  );
}

function check(schema: z.ZodObject, args: unknown): unknown {
  const { data, error } = schema.strict().safeParse(args ?? {});
  if (!error) return data;
  const flaws = error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  throw new ToolFailure('INVALID_INPUT', `The arguments do not fit: ${flaws.join('; ')}.`, [
    'Correct them after the input schema of the tool.',
  ]);
}

function canElicit({ server }: McpServer): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  // An empty object is how form mode was declared before there were others.
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}
