import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { LONGEST_TIMER_MS } from '../../runtime/connect/pending-request.ts';
import type { Progress } from '../../runtime/connect/session/session.ts';
import { timeLimitOf } from '../../runtime/connect/session/time-limit.ts';
import type { ListedTool } from '../../runtime/tools/listed-tool.ts';
import { changeOf } from '../../runtime/tools/pins/compare-pins.ts';
import { limitOn, toolDenied } from '../../runtime/tools/tool-filter.ts';
import type { CallRequest } from '../contract/tools.ts';
import { HttpError } from '../http-error.ts';
import { messageOf } from './as-text.ts';
import { CallTimeout } from './call-timeout.ts';
import type { Questions } from './questions.ts';
import type { UsableServer } from './usable-server.ts';

export interface CallParts {
  readonly id: string;
  readonly request: CallRequest;
  readonly server: UsableServer;
  readonly questions: Questions;
  readonly stop: AbortController;
  readonly onProgress: (progress: Progress) => void;
}

/** Sends a request and returns the result as the server sent it. Connects first if needed. */
export async function runCall(parts: CallParts): Promise<Record<string, unknown>> {
  const { request, server, stop, questions } = parts;
  const { connection, server: here } = server;
  const session = await connection.ready(stop.signal);
  if (request.kind === 'tool') await checkToolIsCurrent(request, server);
  const timeout = new CallTimeout(timeLimitOf(here.server), (reason) => stop.abort(reason));
  const unexpect = questions.expect({
    call: parts.id,
    server: here.name,
    onQuestions: (open) => timeout.pause(open > 0),
  });
  timeout.renew();
  try {
    const { method, params } = messageOf(request);
    return await session.request(method, params, {
      signal: stop.signal,
      timeoutMs: LONGEST_TIMER_MS,
      onProgress(progress) {
        timeout.renew();
        parts.onProgress(progress);
      },
    });
  } finally {
    timeout.end();
    unexpect();
  }
}

type ToolCall = Extract<CallRequest, { kind: 'tool' }>;

/** Cached tools may be stale, so a server is asked before a destructive call. */
async function checkToolIsCurrent(request: ToolCall, server: UsableServer): Promise<void> {
  const { tools } = server;
  const limit = limitOn(server.server, request.tool);
  if (limit) throw toolDenied(server.server.name, request.tool, limit);
  if (!tools.confirmed) await tools.refresh();
  if (!tools.tools.some(({ name }) => name === request.tool)) throw noSuchTool(request, tools.tools);
  await checkTool(request, server);
}

/** Rejects a call if the known tool changed since it was accepted, or is destructive and not confirmed. */
export async function checkTool(request: ToolCall, { runtime, tools }: UsableServer): Promise<void> {
  await runtime.pins.settled();
  const { server, tool } = request;
  const difference = runtime.pins.differenceOf(server);
  if (difference && changeOf(runtime.mask(tool), difference) === 'changed')
    throw new PlugboardError('tool-not-accepted', { server, tool });
  checkConfirmed(
    request,
    tools.tools.find(({ name }) => name === tool),
  );
}

/** A tool that declares itself destructive is called only after confirmation. */
function checkConfirmed(request: ToolCall, tool: ListedTool | undefined): void {
  if (tool?.annotations?.['destructiveHint'] !== true || request.confirmed === true) return;
  const message = `${request.tool} is marked as destructive. Confirm to call it.`;
  throw new HttpError(409, { code: 'confirmation-needed', message });
}

function noSuchTool({ server, tool }: ToolCall, tools: readonly ListedTool[]): PlugboardError {
  const near = closest(
    tool,
    tools.map(({ name }) => name),
  );
  return new PlugboardError('tool-unknown', { server, tool, ...(near !== undefined && { near }) });
}
