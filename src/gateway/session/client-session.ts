import { MODERN, type RawClient } from '../../runtime/connect/raw-link.ts';
import type { Era } from '../../runtime/connect/session/session.ts';
import { listKinds } from '../catalog/catalog.ts';
import { scopeText } from '../catalog/view-text.ts';
import type { Core } from '../core.ts';
import type { BadMessage } from '../message/bad-message.ts';
import { clientOf, eraOf, modernFields, nameOf } from '../message/eras.ts';
import { repeatsKeysIn, wholeOf } from '../message/frame.ts';
import { answerFrame } from '../message/rewrite.ts';
import {
  ambiguous,
  closing,
  idInUse,
  internalError,
  INVALID_PARAMS,
  timedOut,
  notFound,
  refusalOf,
  type RpcError,
  unreachable,
} from '../message/rpc-error.ts';
import { offersSignIn } from '../sign-in/offer-sign-in.ts';
import type { FieldChange } from '../state/gateway-state.ts';
import { startTrace } from '../telemetry/call-trace.ts';
import { TooManyCalls } from '../traffic/too-many-calls.ts';
import { Call, type CallEnd, type CallTarget } from '../upstream/call.ts';
import { sendCall } from '../upstream/send-call.ts';
import { callTool } from './call-tool.ts';
import { ClientSubscriptions } from './client-subscriptions.ts';
import type { Client } from './client.ts';
import { legacyOnly, localHandlers } from './local-handlers.ts';
import { callEvent, outcomeOf } from './outcome.ts';
import { restoreSession } from './restore-session.ts';
import { ServerRequests } from './server-requests.ts';
import type { Frame, JsonObject, OpenOptions, Outlet, RequestId } from './session.ts';

/** The session of one client: routes its requests to servers and returns the responses. */
export class ClientSession implements Client {
  readonly id: string;
  readonly core: Core;
  readonly outlet: Outlet;
  readonly view: string | undefined;
  readonly principal: string | undefined;
  readonly account: string | undefined;
  readonly sharedId: string | undefined;
  readonly serverRequests: ServerRequests;
  readonly subscriptions: ClientSubscriptions = new ClientSubscriptions(this);
  client: RawClient;
  era: Era | undefined;
  logLevel: string | undefined;
  readonly calls = new Map<RequestId, Call>();
  /** Whose session it is and its view, for events. */
  readonly labels: Pick<OpenOptions, 'principal' | 'view'>;
  readonly #isStateless: boolean;
  readonly #onClose: (session: ClientSession) => Promise<void>;
  readonly #onChange: ((change: FieldChange) => void) | undefined;
  #isClosed = false;

  constructor(
    id: string,
    core: Core,
    how: { outlet: Outlet; options: OpenOptions; onClose: (session: ClientSession) => Promise<void> },
  ) {
    this.id = id;
    this.core = core;
    this.outlet = how.outlet;
    const { view, within, principal } = how.options;
    this.view = scopeText(within, view);
    this.principal = principal;
    this.account = how.options.account;
    this.labels = { ...(principal !== undefined && { principal }), ...(view !== undefined && { view }) };
    this.#isStateless = how.options.isStateless ?? false;
    this.#onClose = how.onClose;
    this.#onChange = how.options.shared?.onChange;
    this.sharedId = how.options.shared?.id;
    this.serverRequests = new ServerRequests(this, this.#isStateless ? undefined : this.sharedId);
    this.client = { clientInfo: core.options.clientInfo, capabilities: {} };
  }

  awaits(id: RequestId): boolean {
    return this.serverRequests.awaits(id);
  }

  announceLists(): void {
    this.subscriptions.changed(listKinds);
  }

  changed(change: FieldChange): void {
    this.#onChange?.(change);
  }

  apply(change: FieldChange): void {
    restoreSession(this, change);
  }

  get acceptsServerRequests(): boolean {
    const { sampling, elicitation, roots } = this.client.capabilities;
    return !this.#isStateless && (sampling !== undefined || elicitation !== undefined || roots !== undefined);
  }

  receive(frame: Frame): void {
    if (this.#isClosed) return;
    try {
      this.#dispatch(frame);
    } catch (error) {
      this.#fault(error, frame);
    }
  }

  reject(bad: BadMessage): void {
    if (this.#isClosed) return;
    const { id = 'null', code, reason, isRequest } = bad;
    if (!isRequest && this.serverRequests.failInvalid(id, reason)) return;
    const error = JSON.stringify({ code, message: reason });
    this.outlet.send({
      message: { id: null, error: {} },
      isPartial: true,
      text: `{"jsonrpc":"2.0","id":${id},"error":${error}}`,
    });
  }

  track(frame: Frame | undefined, work: Promise<void>): void {
    work.catch((error: unknown) => this.#fault(error, frame ?? { message: {} }));
  }

  #fault(error: unknown, { message: { method, id } }: Frame): void {
    const refusal = refusalOf(error);
    if (!refusal) this.core.fault(error, { session: this.id });
    if (method === undefined || id == null) return;
    this.refuse(id, refusal ?? internalError(error));
  }

  #dispatch(frame: Frame): void {
    const { method, id } = frame.message;
    if (method === undefined) return this.serverRequests.onResponse(frame);
    if (id === undefined || id === null) return this.#receiveNotification(frame);
    if (this.calls.has(id)) return this.refuse(id, idInUse);
    const era = eraOf(frame.message);
    // The keys that routing a tool call depends on were checked when it was scanned.
    if (method !== 'tools/call' && repeatsKeysIn(frame)) return this.refuse(id, ambiguous);
    if (era === 'modern' && !this.#identifyClient(frame, id)) return;
    if (this.core.isClosing) return this.refuse(id, closing);
    if (era === 'modern' && this.serverRequests.resumeParked(frame)) return;
    if (method === 'tools/call') return callTool(this, frame, era);
    if (era === 'modern' && legacyOnly.has(method)) return this.refuse(id, notFound(method));
    const answer = localHandlers.get(method);
    if (answer) answer(this, frame, era);
    else this.#forwardUnknown(frame, era);
  }

  drop(id: RequestId, reason?: string): void {
    this.subscriptions.end(id);
    this.core.tasks.watches.end(this.id, id);
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    call.target.link.cancel(call, reason);
    this.#recordEnd(call, { outcome: 'cancelled', bytesOut: 0 });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    // Newest first: dropping an older call frees a slot, and a queued call must not be sent then.
    for (const id of [...this.calls.keys()].toReversed()) this.drop(id);
    this.#isClosed = true;
    this.serverRequests.declineAll();
    await this.#onClose(this);
  }

  forward(frame: Frame, target: CallTarget, era: Era): void {
    const limitMs = target.limitMs ?? this.core.limits.callMs;
    const client = this.#isStateless ? `${this.id} ${nameOf(frame)}` : this.id;
    const { options, limits } = this.core;
    const trace = options.isTraced ? startTrace(frame) : undefined;
    const call = new Call(this, frame, { target, era, limitMs, longestMs: limits.longestCallMs, client, trace });
    this.calls.set(call.downId, call);
    sendCall(call, this.calls);
  }

  reply(id: RequestId, result: JsonObject): void {
    this.outlet.send({ message: { jsonrpc: '2.0', id, result } }, id);
  }

  replyText(id: RequestId, result: string): void {
    const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
    this.outlet.send({ message: { id, result: {} }, isPartial: true, text }, id);
  }

  refuse(id: RequestId, error: RpcError): void {
    this.outlet.send({ message: { jsonrpc: '2.0', id, error } }, id);
  }

  /** An error here must not affect the server connection that the response came from. */
  ended(call: Call, end: CallEnd): void {
    try {
      this.#end(call, end);
    } catch (error) {
      this.#fault(error, { message: { method: call.method, id: call.downId } });
    }
  }

  #end(call: Call, end: CallEnd): void {
    if (this.calls.get(call.downId) !== call) return this.serverRequests.endParked(call, end);
    this.calls.delete(call.downId);
    if (end.kind === 'answer') {
      if (this.serverRequests.handleInputRequired(call, end)) return;
      const isOlder = call.era === 'modern' && end.info.era === 'legacy';
      const result = end.frame.message.result as JsonObject | undefined;
      const added = isOlder && result?.['resultType'] === undefined ? modernFields(call.method) : undefined;
      const isTask = result?.['resultType'] === 'task' || call.isAboutTask;
      const frame = isTask ? this.core.tasks.onResponse(call, end.frame, this) : end.frame;
      if (!(frame instanceof Promise)) return this.#answer(call, frame, added);
      return this.track(
        call.frame,
        frame.then((named) => this.#answer(call, named, added)),
      );
    }
    this.#fail(call, end);
  }

  #fail(call: Call, end: Exclude<CallEnd, { kind: 'answer' }>): void {
    const { upstream } = call.target;
    const isLate = end.kind === 'late';
    if (end.kind === 'lost' && offersSignIn(this, call, end.reason))
      return this.#recordEnd(call, { outcome: 'refused', bytesOut: 0 });
    const error = isLate ? timedOut(upstream.name, call.passedLimitMs) : unreachable(upstream.name, end.reason);
    const failed = !isLate && end.reason instanceof TooManyCalls ? 'refused' : 'error';
    this.#recordEnd(call, { outcome: isLate ? 'timeout' : failed, code: error.code, bytesOut: 0 });
    this.refuse(call.downId, error);
  }

  #answer(call: Call, frame: Frame, added: JsonObject | undefined): void {
    const answer = answerFrame(frame, call.downId, added);
    this.#recordEnd(call, outcomeOf(answer));
    this.outlet.send(answer, call.downId);
  }

  progressed(call: Call, frame: Frame): void {
    try {
      this.outlet.send(frame, call.downId);
    } catch (error) {
      this.core.fault(error, { session: this.id });
    }
  }

  /** Forwards an unknown method if there is only one server it can be for. */
  #forwardUnknown(frame: Frame, era: Era): void {
    const [upstream, ...others] = this.core.upstreams(this.view);
    const { id, method = '' } = frame.message;
    if (!upstream || others.length > 0) return this.refuse(id as RequestId, notFound(method));
    this.forward(frame, { upstream, link: upstream.linkFor(this) }, era);
  }

  #receiveNotification(frame: Frame): void {
    const { method } = frame.message;
    if (method === 'notifications/initialized') return;
    if (method === 'notifications/cancelled') {
      const { requestId, reason } = wholeOf(frame).params ?? {};
      return this.drop(requestId as RequestId, typeof reason === 'string' ? reason : undefined);
    }
    this.serverRequests.forwardNotification(frame);
  }

  /** Stores client info and capabilities of a modern request. Returns false if it was rejected. */
  #identifyClient(frame: Frame, id: RequestId): boolean {
    const meta = frame.message.params?.['_meta'] as JsonObject;
    const requested = meta['io.modelcontextprotocol/protocolVersion'];
    if (requested !== MODERN) {
      const data = { supported: [MODERN], requested };
      this.refuse(id, { code: -32022, message: 'Unsupported protocol version', data });
      return false;
    }
    this.era ??= 'modern';
    this.client = { ...this.client, ...clientOf(meta) };
    const { capabilities } = clientOf(meta);
    if (capabilities) return true;
    this.refuse(id, { code: INVALID_PARAMS, message: 'Invalid params: _meta has no clientCapabilities' });
    return false;
  }

  #recordEnd(call: Call, end: ReturnType<typeof outcomeOf>): void {
    const ms = performance.now() - call.startedAt;
    const { outcome } = end;
    call.target.link.usedAt = call.startedAt;
    call.target.upstream.stats.ended(ms, outcome === 'error' || outcome === 'timeout');
    if (this.core.isObserved) this.core.emit(callEvent(this, call, end, ms));
    call.releaseFrame();
  }
}
