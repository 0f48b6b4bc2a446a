import { randomInt } from 'node:crypto';
import { misspelledId } from '../../runtime/connect/misspelled-id.ts';
import { BoundedMap } from '../bounded-map.ts';
import { frameOf, reprintable, textOf, wholeOf } from '../message/frame.ts';
import { withId } from '../message/rewrite.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../message/rpc-error.ts';
import { parkedState } from '../state/parked-state.ts';
import type { Call, CallEnd } from '../upstream/call.ts';
import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { Client } from './client.ts';
import type { Frame, JsonObject, RequestId } from './session.ts';

/** The client capability that each server request requires. */
const needed: ReadonlyMap<string, string> = new Map([
  ['sampling/createMessage', 'sampling'],
  ['elicitation/create', 'elicitation'],
  ['roots/list', 'roots'],
]);

/** A server request that was forwarded to the client. */
interface ForwardedRequest {
  readonly link?: UpstreamLink;
  /** The server's request id. */
  readonly id?: RequestId;
  readonly onAnswer: (answer: Frame) => void;
}

/** A call that is suspended until its client sends the requested input in a new request. */
interface ParkedCall {
  readonly call: Call;
  readonly link: UpstreamLink;
  readonly question: Frame;
  /** Set if the call ended before the client sent the input. */
  end?: CallEnd;
}

const KEY = 'question';
const MAX_ROUNDS = 20;
/** Servers and clients choose these tokens and never release them. */
const MAX_TOKENS = 1024;

/**
 * Requests of servers to a client during a call. In the legacy era they are server requests; in the modern era they are
 * `input_required` results, after which the client repeats its request. If the eras of client and server differ, one
 * form is translated to the other.
 */
export class ServerRequests {
  readonly #session: Client;
  readonly #pending = new Map<number, ForwardedRequest>();
  readonly #parked = new Map<string, ParkedCall>();
  readonly #tokens = new BoundedMap<unknown, UpstreamLink>(MAX_TOKENS);
  readonly #rounds = new BoundedMap<RequestId, number>(MAX_TOKENS);
  #nextId: number;

  constructor(session: Client, sharedId?: string) {
    this.#session = session;
    // A response may arrive at another replica, which must not take it for its own.
    this.#nextId = sharedId === undefined ? 1 : 1 + randomInt(2 ** 20) * 2 ** 32;
  }

  awaits(id: RequestId): boolean {
    return this.#pending.has((misspelledId(id) ?? id) as number);
  }

  /** Handles a request of a legacy server. */
  ask(link: UpstreamLink, frame: Frame): void {
    const { client, era } = this.#session;
    const { method = '' } = frame.message;
    const capability = needed.get(method);
    if (capability !== undefined && client.capabilities[capability] === undefined) {
      return decline(link, frame, METHOD_NOT_FOUND, 'The client does not support this request.');
    }
    const calls = [...this.#session.calls.values()].filter((call) => call.target.link === link);
    if (era === 'modern') return this.#askModern(link, frame, calls);
    const token = (frame.message.params?.['_meta'] as JsonObject | undefined)?.['progressToken'];
    if (token !== undefined) this.#tokens.set(token, link);
    const id = frame.message.id as RequestId;
    const { tasks } = this.#session.core;
    const onAnswer = (answer: Frame): void => link.sendOneWay(textOf(withId(tasks.withServerIds(link, answer), id)));
    this.#sendToClient(frame, { link, id, onAnswer }, calls.at(-1)?.downId);
  }

  /** Handles a response of the client. */
  onResponse(frame: Frame): void {
    const id = frame.message.id as number;
    const question = this.#pending.get(id);
    if (!question) return void this.#fail(misspelledId(id), 'Its id is a string; the id of the request is a number.');
    this.#pending.delete(id);
    question.onAnswer(frame);
  }

  /** Fails the server request that an invalid response belongs to. Returns false if there is none. */
  failInvalid(idText: string, reason: string): boolean {
    const id: unknown = JSON.parse(idText);
    return this.#fail(misspelledId(id) ?? id, reason);
  }

  #fail(id: unknown, reason: string): boolean {
    if (typeof id !== 'number' || !this.#pending.has(id)) return false;
    const error = { code: INTERNAL_ERROR, message: `The client sent an invalid response. ${reason}` };
    this.onResponse(frameOf({ jsonrpc: '2.0', id, error }));
    return true;
  }

  /** Handles a cancellation by the server. */
  onCanceled(link: UpstreamLink, frame: Frame): void {
    const { params, ...message } = wholeOf(frame);
    for (const [id, question] of this.#pending) {
      if (question.link !== link || question.id !== params?.['requestId']) continue;
      this.#pending.delete(id);
      this.#session.outlet.send(frameOf({ ...message, params: { ...params, requestId: id } }));
    }
  }

  /** Forwards a notification of the client to the servers that it has its own connection to. */
  forwardNotification(frame: Frame): void {
    const { core, id, view } = this.#session;
    const token = wholeOf(frame).params?.['progressToken'];
    if (token !== undefined) return this.#tokens.get(token)?.sendOneWay(textOf(frame));
    for (const upstream of core.upstreams(view)) upstream.ownLink(id)?.sendOneWay(textOf(frame));
  }

  /**
   * Handles an `input_required` result for a legacy client by sending it the requests. Returns false for any other
   * result.
   */
  handleInputRequired(call: Call, { frame, info }: Extract<CallEnd, { kind: 'answer' }>): boolean {
    const isAsking = (frame.message.result as JsonObject | undefined)?.['resultType'] === 'input_required';
    if (call.era === 'modern' || info.era === 'legacy' || !isAsking) return false;
    const round = (this.#rounds.get(call.downId) ?? 0) + 1;
    if (round > MAX_ROUNDS) return false;
    this.#rounds.set(call.downId, round);
    this.#session.track(call.frame, this.#askAll(call, (reprintable(frame).result ?? {}) as JsonObject));
    return true;
  }

  /** Resumes the parked call that a request belongs to. Returns false if there is none. */
  resumeParked(frame: Frame): boolean {
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
    if (answers?.[KEY] === undefined) decline(link, question, INVALID_PARAMS, 'The client sent no response.');
    else link.sendOneWay(JSON.stringify({ jsonrpc: '2.0', id, result: answers[KEY] }));
    return true;
  }

  /** Stores the result of a parked call. The client gets it when it continues the call. */
  endParked(call: Call, end: CallEnd): void {
    for (const parked of this.#parked.values()) if (parked.call === call) parked.end = end;
  }

  declineAll(): void {
    const reason = { code: INTERNAL_ERROR, message: 'The client disconnected.' };
    for (const { onAnswer } of this.#pending.values()) onAnswer(frameOf({ jsonrpc: '2.0', id: 0, error: reason }));
    this.#pending.clear();
    for (const { link, call } of this.#parked.values()) link.cancel(call);
    this.#parked.clear();
  }

  #sendToClient(frame: Frame, question: ForwardedRequest, about?: RequestId): void {
    if (this.#pending.size >= this.#session.core.limits.openQuestions) return question.onAnswer(tooManyRequests);
    const id = this.#nextId;
    this.#nextId += 1;
    this.#pending.set(id, question);
    this.#session.outlet.send(withId(frame, id), about);
  }

  /**
   * A modern client is asked in the response to its call, so it must be unambiguous which call the request belongs to.
   */
  #askModern(link: UpstreamLink, frame: Frame, calls: readonly Call[]): void {
    const [call, ...others] = calls;
    if (!call || others.length > 0)
      return decline(link, frame, METHOD_NOT_FOUND, 'The request cannot be assigned to exactly one call.');
    const { method, params = {} } = reprintable(frame);
    const requestState = parkedState(this.#session.core.state.shared?.replica);
    const { downId } = call;
    this.#session.calls.delete(downId);
    this.#park(requestState, { call, link, question: frame });
    const inputRequests = { [KEY]: { method, params } };
    this.#session.reply(downId, { resultType: 'input_required', inputRequests, requestState });
  }

  /** Clients may never continue a parked call, so the oldest one is canceled when there are too many. */
  #park(state: string, parked: ParkedCall): void {
    this.#parked.set(state, parked);
    if (this.#parked.size <= this.#session.core.limits.openQuestions) return;
    const [[oldest, { call, link }]] = this.#parked as unknown as [[string, ParkedCall]];
    this.#parked.delete(oldest);
    link.cancel(call);
  }

  async #askAll(call: Call, { inputRequests, requestState }: JsonObject): Promise<void> {
    const { downId, frame, target, era } = call;
    const entries = Object.entries((inputRequests ?? {}) as Record<string, JsonObject>);
    const answers = await Promise.all(
      entries.map(async ([key, question]) => [key, await this.#requestFromClient(question, downId)] as const),
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

  async #requestFromClient(question: JsonObject, about: RequestId): Promise<{ result?: unknown; error?: unknown }> {
    const { method, params } = question as { method: string; params?: JsonObject };
    return new Promise((done) => {
      const frame = frameOf({ jsonrpc: '2.0', id: 0, method, ...(params && { params }) });
      this.#sendToClient(frame, { onAnswer: (answer) => done(wholeOf(answer)) }, about);
    });
  }
}

const tooManyRequests = frameOf({
  jsonrpc: '2.0',
  id: 0,
  error: { code: INTERNAL_ERROR, message: 'The client has too many unanswered requests.' },
});

/** Rejects a server request, so the server does not wait for a response. */
export function decline(link: UpstreamLink, { message: { id = null } }: Frame, code: number, message: string): void {
  link.sendOneWay(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}
