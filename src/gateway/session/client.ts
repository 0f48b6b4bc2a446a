import type { RawClient } from '../../runtime/connect/raw-link.ts';
import type { Era, ListKind } from '../../runtime/connect/session/session.ts';
import type { Core } from '../core.ts';
import type { RpcError } from '../message/rpc-error.ts';
import type { Call, CallOwner, CallTarget } from '../upstream/call.ts';
import type { LinkOwner } from '../upstream/upstream.ts';
import type { Frame, GatewaySession, JsonObject, Outlet, RequestId } from './session.ts';

/** The notifications that a modern client has subscribed to. */
export interface Filter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
  readonly taskIds?: readonly string[];
}

/** The part of a client's subscriptions that request handlers use. */
export interface Subscriptions {
  hasRoomFor(count: number): boolean;
  begin(id: RequestId, wanted: Filter): void;
  add(uri: string): void;
  remove(uri: string): void;
  listed(kinds: readonly ListKind[]): void;
}

/** One client of the gateway, as request handlers see it. */
export interface Client extends GatewaySession, CallOwner, LinkOwner {
  readonly core: Core;
  readonly outlet: Outlet;
  readonly view: string | undefined;
  readonly subscriptions: Subscriptions;
  readonly calls: Map<RequestId, Call>;
  client: RawClient;
  era: Era | undefined;
  logLevel: string | undefined;
  /** Forwards a request to a server and its response to the client. */
  forward(frame: Frame, target: CallTarget, era: Era): void;
  reply(id: RequestId, result: JsonObject): void;
  /** Like `reply`, with a result that is already JSON text. */
  replyText(id: RequestId, result: string): void;
  refuse(id: RequestId, error: RpcError): void;
  /** Tracks asynchronous work for a request. If the work fails, the request fails. */
  track(frame: Frame | undefined, work: Promise<void>): void;
}
