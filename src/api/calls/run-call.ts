import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { LONGEST_TIMER_MS } from '../../runtime/connect/pending-request.ts';
import type { Progress } from '../../runtime/connect/session/session.ts';
import { timeLimitOf } from '../../runtime/connect/session/time-limit.ts';
import type { ListedTool } from '../../runtime/tools/listed-tool.ts';
import { changeOf } from '../../runtime/tools/pins/compare-pins.ts';
import type { CallRequest } from '../contract/tools.ts';
import { Refusal } from '../refusal.ts';
import { messageOf } from './as-text.ts';
import { Patience } from './patience.ts';
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

/** Sends a request and waits for its result, as the server sent it. Connects first if need be. */
export async function runCall(parts: CallParts): Promise<Record<string, unknown>> {
  const { request, server, stop, questions } = parts;
  const { connection, server: here } = server;
  const session = await connection.ready(stop.signal);
  if (request.kind === 'tool') await makeSureOfTool(request, server);
  const patience = new Patience(timeLimitOf(here.server), (reason) => stop.abort(reason));
  const unexpect = questions.expect({
    call: parts.id,
    server: here.name,
    onQuestions: (open) => patience.pause(open > 0),
  });
  patience.renew();
  try {
    const { method, params } = messageOf(request);
    return await session.request(method, params, {
      signal: stop.signal,
      timeoutMs: LONGEST_TIMER_MS,
      onProgress(progress) {
        patience.renew();
        parts.onProgress(progress);
      },
    });
  } finally {
    patience.end();
    unexpect();
  }
}

type ToolCall = Extract<CallRequest, { kind: 'tool' }>;

/** What is known from an earlier run may be out of date, so the server is asked before anything is destroyed. */
async function makeSureOfTool(request: ToolCall, server: UsableServer): Promise<void> {
  const { tools } = server;
  if (!tools.confirmed) await tools.refresh();
  if (!tools.tools.some(({ name }) => name === request.tool)) throw noSuchTool(request, tools.tools);
  await checkTool(request, server);
}

/** What speaks against calling a tool as far as it is known: it changed since it was accepted, or may destroy something. */
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

/** A tool that says that it destroys something is only called when a person has said so too. */
function checkConfirmed(request: ToolCall, tool: ListedTool | undefined): void {
  if (tool?.annotations?.['destructiveHint'] !== true || request.confirmed === true) return;
  const message = `${request.tool} says that it may destroy something. It is only called when you confirm that.`;
  throw new Refusal(409, { code: 'confirmation-needed', message });
}

function noSuchTool({ server, tool }: ToolCall, tools: readonly ListedTool[]): PlugboardError {
  const near = closest(
    tool,
    tools.map(({ name }) => name),
  );
  return new PlugboardError('tool-unknown', { server, tool, ...(near !== undefined && { near }) });
}
