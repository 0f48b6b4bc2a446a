import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { answer, checkedAnswer, failedAnswer, roomFor } from '../mcp/answer.ts';
import { boundIn, checkArguments } from '../mcp/arguments.ts';
import { canElicit, clientName } from '../mcp/client-of-request.ts';
import { CallFailure } from '../mcp/failure.ts';
import { noSuchTool } from '../mcp/no-such-tool.ts';
import { usualChars } from '../mcp/page.ts';
import { requiredIn, toolOnWire } from '../mcp/wire-schema.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { AgentApp } from './app.ts';
import { asFailure } from './as-failure.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { allTools } from './tools/all-tools.ts';
import type { Tool, ToolCall } from './tools/tool.ts';

const instructions =
  'Plugboard manages the MCP servers of all AI assistants on this machine. Start with list_servers. Change something with plan_change, show the diff to the user, then apply_plan: it writes only with the consent of the user. Secrets are masked; refer to them as ${NAME} and ask the user to set them. You cannot approve servers of a project. Every tool takes maxChars, the maximum size of its result.';

const byName = new Map(allTools.map((tool) => [tool.name, tool]));

/** Creates an MCP server for one client, with which an assistant manages servers. */
export function buildServer(app: AgentApp): McpServer {
  const server = new McpServer(
    { name: 'plugboard', title: 'Plugboard', version: app.version },
    {
      instructions,
      capabilities: { tools: {}, resources: {}, prompts: {} },
      requestState: { verify: (state, context) => app.states.verify(state, context) },
      inputRequired: { maxRounds: 10 },
    },
  );
  const callOf = (context: ServerContext, maxChars: number): ToolCall => ({
    app,
    host: app.host,
    context,
    room: roomFor(maxChars),
    canElicit: canElicit(server, context),
    askedBy: clientName(server, context)?.slice(0, 100) ?? 'An assistant',
  });
  addResources(server, (context) => callOf(context, usualChars));
  addPrompts(server);
  server.server.setRequestHandler('tools/list', () => ({ tools: allTools.map(toolOnWire) }));
  server.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = byName.get(params.name);
    if (!tool) throw noSuchTool(params.name, [...byName.keys()]);
    const result = await runTool(app, tool, params.arguments, (maxChars) => callOf(context, maxChars));
    if (isInputRequiredResult(result)) return result;
    return server.server.projectCallToolResult(result, toolOnWire(tool).outputSchema);
  });
  return server;
}

async function runTool(
  app: AgentApp,
  tool: Tool,
  args: unknown,
  callOf: (maxChars: number) => ToolCall,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const { input, maxChars } = checkArguments(tool.input, args);
    const result = await tool.run(input as never, callOf(maxChars));
    if (isInputRequiredResult(result)) return result;
    return checkedAnswer(tool.output, answer(result, maxChars, requiredIn(tool.output)));
  } catch (error) {
    if (!(error instanceof CallFailure || error instanceof PlugboardError)) app.log(`${tool.name}: ${String(error)}`);
    return failedAnswer(asFailure(error), boundIn(args));
  }
}
