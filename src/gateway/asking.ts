import { misspelledId } from '../runtime/connect/misspelled-id.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Call, CallEnd } from './call.ts';
import type { Client } from './client.ts';
import { frameOf, reprintable, textOf, wholeOf } from './frame.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from './refusal.ts';
import { withId } from './rewrite.ts';
import type { Frame, JsonObject, RequestId } from './session.ts';
import type { UpstreamLink } from './upstream-link.ts';

/** What a client must have said that it can do, before it is asked. */
const needed: ReadonlyMap<string, string> = new Map([
  ['sampling/createMessage', 'sampling'],
  ['elicitation/create', 'elicitation'],
  ['roots/list', 'roots'],
]);

/** Something a server wants to know from a client. */
interface Question {
  readonly link?: UpstreamLink;
  /** The server's id of it. */
  readonly id?: RequestId;
  readonly onAnswer: (answer: Frame) => void;
}

/** A call that waits until its client has answered and asks again. */
interface Parked {
  readonly call: Call;
  readonly link: UpstreamLink;
  readonly question: Frame;
  /** The server has answered, or will not, before the client has. */
  end?: CallEnd;
}

const KEY = 'question';
const MOST_ROUNDS = 20;
/** Servers and clients choose these, and do not say when they are done with them. */
const MOST_TOKENS = 1024;

/**
 * What servers ask a client in the course of a call. In the older era that is a request of the server; in the modern one
 * it is an answer, after which the client asks again. Where the two sides differ, one is turned into the other.
 */
export class Asking {
  readonly #session: Client;
  readonly #open = new Map<number, Question>();
  readonly #parked = new Map<string, Parked>();
  readonly #tokens = new BoundedMap<unknown, UpstreamLink>(MOST_TOKENS);
  readonly #rounds = new BoundedMap<RequestId, number>(MOST_TOKENS);
  #nextId = 1;

  constructor(session: Client) {
    this.#session = session;
  }

  /** A server of the older era asks. */
  ask(link: UpstreamLink, frame: Frame): void {
    const { client, era } = this.#session;
    const { method = '' } = frame.message;
    const capability = needed.get(method);
    if (capability !== undefined && client.capabilities[capability] === undefined) {
      return decline(link, frame, METHOD_NOT_FOUND, 'The client cannot be asked this.');
    }
    const calls = [...this.#session.calls.values()].filter((call) => call.target.link === link);
    if (era === 'modern') return this.#askModern(link, frame, calls);
    const token = (frame.message.params?.['_meta'] as JsonObject | undefined)?.['progressToken'];
    if (token !== undefined) this.#tokens.set(token, link);
    const id = frame.message.id as RequestId;
    const { tasks } = this.#session.core;
    const onAnswer = (answer: Frame): void => link.tell(textOf(withId(tasks.owned(link, answer), id)));
    this.#put(frame, { link, id, onAnswer }, calls.at(-1)?.downId);
  }

  /** The client has answered something. */
  answered(frame: Frame): void {
    const id = frame.message.id as number;
    const question = this.#open.get(id);
    if (!question)
      return void this.#fail(misspelledId(id), 'Its id is a string, and that of the question is a number.');
    this.#open.delete(id);
    question.onAnswer(frame);
  }

  /** Whether a question was answered with something that cannot be read; the server that asked is told so. */
  isFailed(idText: string, reason: string): boolean {
    const id: unknown = JSON.parse(idText);
    return this.#fail(misspelledId(id) ?? id, reason);
  }

  #fail(id: unknown, reason: string): boolean {
    if (typeof id !== 'number' || !this.#open.has(id)) return false;
    const error = { code: INTERNAL_ERROR, message: `The client sent an invalid answer. ${reason}` };
    this.answered(frameOf({ jsonrpc: '2.0', id, error }));
    return true;
  }

  /** The server no longer wants to know. */
  cancelled(link: UpstreamLink, frame: Frame): void {
    const { params, ...message } = wholeOf(frame);
    for (const [id, question] of this.#open) {
      if (question.link !== link || question.id !== params?.['requestId']) continue;
      this.#open.delete(id);
      this.#session.outlet.send(frameOf({ ...message, params: { ...params, requestId: id } }));
    }
  }

  /** A notification of the client, for the servers that know this client. */
  passOn(frame: Frame): void {
    const { core, id, view } = this.#session;
    const token = wholeOf(frame).params?.['progressToken'];
    if (token !== undefined) return this.#tokens.get(token)?.tell(textOf(frame));
    for (const upstream of core.upstreams(view)) upstream.ownLink(id)?.tell(textOf(frame));
  }

  /** Whether a modern server has answered a client of the older era with questions, which are asked now. */
  isQuestion(call: Call, { frame, info }: Extract<CallEnd, { kind: 'answer' }>): boolean {
    const isAsking = (frame.message.result as JsonObject | undefined)?.['resultType'] === 'input_required';
    if (call.era === 'modern' || info.era === 'legacy' || !isAsking) return false;
    const round = (this.#rounds.get(call.downId) ?? 0) + 1;
    if (round > MOST_ROUNDS) return false;
    this.#rounds.set(call.downId, round);
    this.#session.later(call.frame, this.#askAll(call, (reprintable(frame).result ?? {}) as JsonObject));
    return true;
  }

  /** Whether a request continues a call that waits for its answers. */
  isContinuation(frame: Frame): boolean {
    const state = frame.message.params?.['requestState'];
    const parked = typeof state === 'string' ? this.#parked.get(state) : undefined;
    if (!parked) return false;
    this.#parked.delete(state as string);
    const { call, link, question, end } = parked;
    call.downId = frame.message.id as RequestId;
    this.#session.calls.set(call.downId, call);
    if (end) {
      this.#session.ended(call, end);
      return true;
    }
    const answers = reprintable(frame).params?.['inputResponses'] as JsonObject | undefined;
    const id = question.message.id as RequestId;
    if (answers?.[KEY] === undefined) decline(link, question, INVALID_PARAMS, 'The client has not answered.');
    else link.tell(JSON.stringify({ jsonrpc: '2.0', id, result: answers[KEY] }));
    return true;
  }

  /** A call has ended of which its client thinks that it waits for an answer. It hears of it when it asks again. */
  endedMeanwhile(call: Call, end: CallEnd): void {
    for (const parked of this.#parked.values()) if (parked.call === call) parked.end = end;
  }

  declineAll(): void {
    const reason = { code: INTERNAL_ERROR, message: 'The client is gone.' };
    for (const { onAnswer } of this.#open.values()) onAnswer(frameOf({ jsonrpc: '2.0', id: 0, error: reason }));
    this.#open.clear();
    for (const { link, call } of this.#parked.values()) link.cancel(call);
    this.#parked.clear();
  }

  #put(frame: Frame, question: Question, about?: RequestId): void {
    if (this.#open.size >= this.#session.core.limits.openQuestions) return question.onAnswer(tooManyQuestions);
    const id = this.#nextId;
    this.#nextId += 1;
    this.#open.set(id, question);
    this.#session.outlet.send(withId(frame, id), about);
  }

  /** Only when it is clear which call it is about: the answer to that call is where it is asked. */
  #askModern(link: UpstreamLink, frame: Frame, calls: readonly Call[]): void {
    const [call, ...others] = calls;
    if (!call || others.length > 0)
      return decline(link, frame, METHOD_NOT_FOUND, 'It is not clear which call this is about.');
    const { method, params = {} } = reprintable(frame);
    const requestState = `${this.#session.id}-${crypto.randomUUID()}`;
    const { downId } = call;
    this.#session.calls.delete(downId);
    this.#park(requestState, { call, link, question: frame });
    const inputRequests = { [KEY]: { method, params } };
    this.#session.reply(downId, { resultType: 'input_required', inputRequests, requestState });
  }

  /** Clients may never come back. The call that has waited longest makes room. */
  #park(state: string, parked: Parked): void {
    this.#parked.set(state, parked);
    if (this.#parked.size <= this.#session.core.limits.openQuestions) return;
    const [[oldest, { call, link }]] = this.#parked as unknown as [[string, Parked]];
    this.#parked.delete(oldest);
    link.cancel(call);
  }

  async #askAll(call: Call, { inputRequests, requestState }: JsonObject): Promise<void> {
    const { downId, frame, target, era } = call;
    const entries = Object.entries((inputRequests ?? {}) as Record<string, JsonObject>);
    const answers = await Promise.all(
      entries.map(async ([key, question]) => [key, await this.#answerTo(question, downId)] as const),
    );
    const refused = answers.find(([, answer]) => answer.error !== undefined);
    if (refused)
      return this.#session.outlet.send(frameOf({ jsonrpc: '2.0', id: downId, error: refused[1].error }), downId);
    const message = reprintable(frame);
    const inputResponses = Object.fromEntries(answers.map(([key, { result }]) => [key, result]));
    const state = requestState === undefined ? {} : { requestState };
    const params = { ...message.params, ...(entries.length > 0 && { inputResponses }), ...state };
    this.#session.forward(frameOf({ ...message, params }), target, era);
  }

  async #answerTo(question: JsonObject, about: RequestId): Promise<{ result?: unknown; error?: unknown }> {
    const { method, params } = question as { method: string; params?: JsonObject };
    return new Promise((done) => {
      const frame = frameOf({ jsonrpc: '2.0', id: 0, method, ...(params && { params }) });
      this.#put(frame, { onAnswer: (answer) => done(wholeOf(answer)) }, about);
    });
  }
}

const tooManyQuestions = frameOf({
  jsonrpc: '2.0',
  id: 0,
  error: { code: INTERNAL_ERROR, message: 'The client has not answered earlier questions.' },
});

/** Says no to a server, so that it does not wait. */
export function decline(link: UpstreamLink, { message: { id = null } }: Frame, code: number, message: string): void {
  link.tell(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}
