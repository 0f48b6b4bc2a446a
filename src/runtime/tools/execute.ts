import { AnswerError, ConnectionError } from '../connect/errors.ts';
import type { RequestOptions } from '../connect/session/session.ts';
import type { Failure, Origin } from '../types.ts';
import { contentText } from './content-text.ts';
import { ToolAbortError } from './tool-abort-error.ts';
import type { JsonObject, ToolSource } from './tool-source.ts';

export interface ToolOutput {
  /** For the model. Starts with `Error: ` if the tool failed, with `MCP error: ` if it could not be called. */
  readonly text: string;
  readonly isError: boolean;
  readonly details: ToolDetails;
}

export interface ToolDetails {
  readonly serverName: string;
  readonly mcpToolName: string;
  /** Where the server is defined. */
  readonly origin?: Origin;
  /** The unmodified result of the server. */
  readonly result?: JsonObject;
  /** The server's JSON-RPC error. */
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  /** Why there was no response. */
  readonly failure?: Failure;
}

/** Calls a tool, connecting first if needed. Throws only on abort; other failures are in the output. */
export async function execute(
  source: Pick<ToolSource, 'ready'>,
  tool: { readonly serverName: string; readonly mcpToolName: string; readonly origin?: Origin | undefined },
  args: Record<string, unknown>,
  options: RequestOptions = {},
): Promise<ToolOutput> {
  const { serverName, mcpToolName, origin } = tool;
  const details = { serverName, mcpToolName, ...(origin && { origin }) };
  try {
    const session = await source.ready(options.signal);
    const result = await session.request('tools/call', { name: mcpToolName, arguments: args }, options);
    return fromResult(result, details);
  } catch (error) {
    if (options.signal?.aborted || (error instanceof Error && error.name === 'AbortError')) {
      throw new ToolAbortError(mcpToolName, error);
    }
    return fromError(error, details);
  }
}

function fromResult(result: JsonObject, tool: ToolDetails): ToolOutput {
  const details = { ...tool, result };
  const { resultType } = result;
  if (resultType === 'input_required' || resultType === 'task') {
    const wants = resultType === 'task' ? 'runs as a task' : 'asks for more input';
    return { text: `MCP error: ${tool.mcpToolName} ${wants}, which is not supported here`, isError: true, details };
  }
  const text = contentText(result);
  if (result['isError'] !== true) return { text, isError: false, details };
  return { text: `Error: ${text || 'the tool failed without a message'}`, isError: true, details };
}

function fromError(error: unknown, tool: ToolDetails): ToolOutput {
  const message = error instanceof Error ? error.message : String(error);
  return { text: `MCP error: ${message}`, isError: true, details: { ...tool, ...moreAbout(error) } };
}

function moreAbout(error: unknown): Pick<ToolDetails, 'error' | 'failure'> {
  if (error instanceof ConnectionError) return { failure: error.failure };
  if (!(error instanceof AnswerError)) return {};
  const { code, message, data } = error;
  return { error: { code, message, ...(data !== undefined && { data }) } };
}
