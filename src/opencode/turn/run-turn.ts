import { randomUUID } from 'node:crypto';
import type { InputRequiredResult, JsonSchemaType } from '@modelcontextprotocol/server';
import { ToolFailure } from '../failure.ts';
import type { Data, ToolCall } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import type { ModelId } from '../upstream/types.ts';
import { abortTurn } from './abort.ts';
import { askPerson, passOn, type Resume } from './elicit.ts';
import { finalReply, messageText } from './message-text.ts';
import { finished, turnFailure, unfinished } from './outcome.ts';
import { promptParts } from './prompt-parts.ts';
import { askForData, readStructured, validator } from './structured.ts';
import { statusOf, type TurnState } from './turn-state.ts';
import { type Watch, watchSession } from './watch.ts';

export interface TurnRequest {
  readonly prompt: string;
  readonly files: readonly string[];
  readonly model: ModelId | undefined;
  readonly agent?: string | undefined;
  readonly variant?: string | undefined;
  readonly system?: string | undefined;
  readonly outputSchema?: JsonSchemaType | undefined;
  readonly waitSeconds: number;
  readonly maxChars: number;
}

/** A turn from its prompt to its end, or to where a person or the caller has to decide. */
export async function runTurn(
  call: ToolCall,
  api: Api,
  sessionId: string,
  request: TurnRequest,
): Promise<Data | InputRequiredResult> {
  if (request.outputSchema) validator(request.outputSchema);
  await checkIdle(call, api, sessionId);
  return watched(call, api, sessionId, async (watch) => {
    const mark = await send(api, sessionId, request);
    return settle(call, api, watch, { sessionId, mark }, request);
  });
}

/** The same, after a person has answered what the turn was waiting for. */
export async function resumeTurn(
  call: ToolCall,
  resume: Resume,
  request: TurnRequest,
): Promise<Data | InputRequiredResult> {
  const api = await call.api(resume.directory);
  return watched(call, api, resume.sessionId, async (watch) => {
    await passOn(api, resume, call.context);
    return settle(call, api, watch, resume, request);
  });
}

async function watched<T>(call: ToolCall, api: Api, sessionId: string, work: (watch: Watch) => Promise<T>): Promise<T> {
  const { app } = call;
  const watch = await watchSession(app.events, api, sessionId, (message) => call.progress(message));
  app.busy.add(sessionId);
  try {
    return await work(watch);
  } catch (error) {
    throw error instanceof ToolFailure && error.code === 'SERVER_UNREACHABLE' ? lostServer(error, sessionId) : error;
  } finally {
    app.busy.delete(sessionId);
    watch.close();
  }
}

async function send(api: Api, sessionId: string, request: TurnRequest): Promise<string> {
  const { prompt, files, model, agent, variant, system, outputSchema } = request;
  const mark = randomUUID();
  const text = outputSchema ? prompt + askForData(outputSchema) : prompt;
  await api.post(`/session/${sessionId}/prompt_async`, {
    parts: promptParts(text, mark, files, api.directory),
    ...(model ? { model } : {}),
    ...(agent === undefined ? {} : { agent }),
    ...(variant === undefined ? {} : { variant }),
    ...(system === undefined ? {} : { system }),
  });
  return mark;
}

async function settle(
  call: ToolCall,
  api: Api,
  watch: Watch,
  turn: { readonly sessionId: string; readonly mark: string },
  request: TurnRequest,
  more = 1,
): Promise<Data | InputRequiredResult> {
  const { sessionId } = turn;
  const state = await watch.until(turn, request.waitSeconds * 1000, call.signal);
  if (call.signal.aborted) return cancelled(api, sessionId);
  if (state.kind === 'stranded') {
    if (more === 0)
      throw turnFailure(sessionId, { name: 'CutOff', data: { message: 'OpenCode does not take up the prompt' } });
    call.app.log('info', `sending a prompt of ${sessionId} again, which OpenCode has not taken up`);
    await api.send('DELETE', `/session/${sessionId}/message/${state.messageId}`);
    return settle(call, api, watch, { sessionId, mark: await send(api, sessionId, request) }, request, more - 1);
  }
  if (state.kind === 'waiting' && call.canElicit && request.waitSeconds > 0) {
    const [first] = state.requests;
    if (first) return askPerson(call.app, { directory: api.directory, ...turn, request: first }, call.context);
  }
  if (state.kind === 'running' || state.kind === 'waiting') return unfinished(sessionId, state);
  if (state.kind === 'failed') throw turnFailure(sessionId, state.error);
  if (!request.outputSchema) return finished(api, sessionId, state, request.maxChars);
  return withData(call, api, watch, sessionId, state, { ...request, outputSchema: request.outputSchema });
}

/** An answer that does not fit gets one chance to be put right. */
async function withData(
  call: ToolCall,
  api: Api,
  watch: Watch,
  sessionId: string,
  first: Extract<TurnState, { kind: 'done' }>,
  request: TurnRequest & { readonly outputSchema: JsonSchemaType },
): Promise<Data> {
  const read = (state: Extract<TurnState, { kind: 'done' }>) => {
    const reply = finalReply(state.replies);
    return readStructured(reply ? messageText(reply) : '', request.outputSchema);
  };
  const answer = await finished(api, sessionId, first, request.maxChars);
  const result = await read(first);
  if ('data' in result) return { ...answer, data: result.data };
  const mark = await send(api, sessionId, { ...request, files: [], prompt: `That was ${result.problem}.` });
  const second = await watch.until({ sessionId, mark }, request.waitSeconds * 1000, call.signal);
  if (call.signal.aborted) return cancelled(api, sessionId);
  const repaired = second.kind === 'done' ? await read(second) : result;
  if ('data' in repaired) return { ...answer, data: repaired.data };
  throw new ToolFailure(
    'OUTPUT_INVALID',
    `The answer does not fit outputSchema: ${repaired.problem}.`,
    ['The work itself is done: read the answer with opencode_session_messages, or ask again with a simpler schema.'],
    { sessionId, answer: answer['answer'] },
  );
}

async function cancelled(api: Api, sessionId: string): Promise<never> {
  const { stopped } = await abortTurn(api, sessionId);
  throw new ToolFailure(
    'ABORTED',
    stopped ? 'The call was cancelled and its turn stopped.' : 'The call was cancelled.',
    ['The session is kept: go on with opencode_session_prompt.'],
    { sessionId },
  );
}

/** A second prompt would join the turn that is running and be answered with it. */
async function checkIdle({ app }: ToolCall, api: Api, sessionId: string): Promise<void> {
  if (!app.busy.has(sessionId) && (await statusOf(api, sessionId)).type === 'idle') return;
  throw new ToolFailure(
    'SESSION_BUSY',
    `Session ${sessionId} is still at work on an earlier prompt.`,
    ['Wait for it with opencode_session_status and waitSeconds.', 'Or stop it with opencode_session_abort.'],
    { sessionId },
  );
}

function lostServer({ message }: ToolFailure, sessionId: string): ToolFailure {
  return new ToolFailure(
    'SERVER_UNREACHABLE',
    message,
    [
      'The session is kept. Call opencode_session_prompt to go on: the server is started anew.',
      'Call opencode_session_messages to see how far it got.',
    ],
    { sessionId },
  );
}
