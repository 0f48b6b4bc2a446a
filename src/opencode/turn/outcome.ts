import { fitText, sizeOf, tightRoom, toCursor } from '../../mcp/page.ts';
import { type FailureCode, ToolFailure } from '../failure.ts';
import type { Data } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import type { Message, NamedError } from '../upstream/types.ts';
import { type Changes, listChanges, turnChanges } from './changes/turn-changes.ts';
import { finalReply, messageText } from './message-text.ts';
import { shownRequests } from './requests.ts';
import type { TurnState } from './turn-state.ts';

/** The result for a turn that may still be running: it continues without the call. */
export function unfinished(
  sessionId: string,
  state: Extract<TurnState, { kind: 'running' | 'waiting' }>,
  room: number,
): Data {
  if (state.kind === 'waiting') {
    const next = 'Answer each request with opencode_request_reply, then call opencode_session_status.';
    const about = { sessionId, status: 'waiting_input', ...(room < tightRoom ? {} : { next }) };
    return { ...about, requests: shownRequests(state.requests, room - sizeOf(about)) };
  }
  const { retry } = state;
  return {
    sessionId,
    status: retry ? 'retrying' : 'running',
    ...(retry
      ? { retry: { attempt: retry.attempt, reason: retry.message, at: new Date(retry.next).toISOString() } }
      : {}),
    next: 'The turn continues. Call opencode_session_status with waitSeconds to wait for it.',
  };
}

/** The result of a finished turn. */
export async function finished(
  api: Api,
  sessionId: string,
  { user, replies }: Pick<Extract<TurnState, { kind: 'done' }>, 'user' | 'replies'>,
  room: number,
): Promise<Data> {
  const stopped = stoppedBy(replies.at(-1));
  const about = {
    sessionId,
    status: stopped.length > 0 ? 'rejected' : 'completed',
    ...(stopped.length > 0 ? { stoppedBy: stopped } : {}),
    ...(room < tightRoom ? {} : { messageId: user.info.id, ...usage(replies) }),
  };
  const changes = await turnChanges(api, sessionId, user.info.id, replies);
  return { ...about, ...changesAndAnswer(changes, finalReply(replies), room - sizeOf(about)) };
}

/** The changes of a turn, in at most half of the room, and its last text. */
export function changesAndAnswer(changes: Changes, reply: Message | undefined, room: number): Data {
  const listed = listChanges(changes, Math.floor(room / 2));
  const answer = pagedAnswer(reply, room - sizeOf(listed));
  const more = 'changes' in listed ? { next: 'Call opencode_session_diff for all changed files.' } : {};
  return { ...listed, ...(room < tightRoom ? {} : more), ...answer };
}

export function pagedAnswer(reply: Message | undefined, room: number): Data {
  if (!reply) return { answer: '' };
  const text = messageText(reply);
  if (sizeOf({ answer: text }) <= room) return { answer: text };
  const next = 'Pass nextCursor to opencode_session_messages for the rest of the answer.';
  const rest = (at: number): Data => ({
    truncated: true,
    total: text.length,
    nextCursor: toCursor({ message: reply.info.id, at }),
    ...(room < tightRoom ? {} : { next }),
  });
  const page = fitText(text, 0, room - sizeOf({ answer: '', ...rest(text.length) }));
  return page.next === undefined ? { answer: page.text } : { answer: page.text, ...rest(page.next) };
}

/** A turn that ends with a tool call was stopped there by a rejected permission. */
export function stoppedBy(last: Message | undefined): { readonly tool: string | undefined; readonly error: string }[] {
  if (last?.info.finish !== 'tool-calls') return [];
  return last.parts.flatMap(({ tool, state }) => (state?.error ? [{ tool, error: state.error }] : []));
}

function usage(replies: readonly Message[]): Data {
  const last = replies.at(-1)?.info;
  const sum = (pick: (message: Message) => number | undefined): number =>
    replies.reduce((total, message) => total + (pick(message) ?? 0), 0);
  return {
    ...(last ? { model: `${last.providerID}/${last.modelID}`, agent: last.agent } : {}),
    tokens: { input: sum(({ info }) => info.tokens?.input), output: sum(({ info }) => info.tokens?.output) },
    cost: sum(({ info }) => info.cost),
  };
}

/** The reason a turn failed, as reported by the provider or OpenCode. */
export function turnFailure(sessionId: string, { name, data }: NamedError): ToolFailure {
  // OpenCode's internal errors contain a stack trace, which does not help the caller.
  const message = (data?.message ?? name).replace(/\n\s+at [\s\S]*$/, '');
  const [code, text, ...suggestions] = wording(name, message);
  return new ToolFailure(code, text, suggestions, { sessionId });
}

function wording(name: string, message: string): [FailureCode, string, ...string[]] {
  const canContinue = 'The session is kept: continue with opencode_session_prompt.';
  if (name === 'MessageAbortedError') return ['ABORTED', 'The turn was stopped.', canContinue];
  if (name === 'CutOff')
    return ['ABORTED', `${message}.`, canContinue, 'Call opencode_session_messages to see how far it got.'];
  if (/not found/i.test(message) && /model/i.test(message))
    return ['MODEL_NOT_FOUND', message, 'Choose a model from opencode_model_list.'];
  return [
    'PROVIDER_ERROR',
    `The model request failed: ${message}`,
    'Try another model from opencode_model_list.',
    'If the key is wrong, set it with opencode_auth_set.',
    canContinue,
  ];
}
