import type { RawClient } from '../../runtime/connect/raw-link.ts';
import type { Era, ListKind } from '../../runtime/connect/session/session.ts';
import type { Core } from '../core.ts';
import type { RpcError } from '../message/rpc-error.ts';
import type { FieldChange } from '../state/gateway-state.ts';
import type { Call, CallOwner, CallTarget } from '../upstream/call.ts';
import type { LinkOwner } from '../upstream/upstream-services.ts';
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
  /** Applies what another replica has stored. */
  restore(restored: RestoredSubscriptions): void;
}

export interface RestoredSubscriptions {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly listed?: readonly ListKind[];
}

/** One client of the gateway, as request handlers see it. */
export interface Client extends GatewaySession, CallOwner, LinkOwner {
  readonly core: Core;
  readonly outlet: Outlet;
  /** What the client sees, as written by `scopeText`. */
  readonly view: string | undefined;
  /** Undefined for the user of this machine. */
  readonly principal: string | undefined;
  readonly account: string | undefined;
  /** The id of the session at all replicas; undefined if it is not shared. */
  readonly sharedId: string | undefined;
  readonly subscriptions: Subscriptions;
  readonly calls: Map<RequestId, Call>;
  client: RawClient;
  era: Era | undefined;
  logLevel: string | undefined;
  /** Forwards a request to a server and its response to the client. */
  forward(frame: Frame, target: CallTarget, era: Era): void;
  /** Stores fields that another replica needs to serve this client. */
  changed(change: FieldChange): void;
  reply(id: RequestId, result: JsonObject): void;
  /** Like `reply`, with a result that is already JSON text. */
  replyText(id: RequestId, result: string): void;
  refuse(id: RequestId, error: RpcError): void;
  /** Tracks asynchronous work for a request. If the work fails, the request fails. */
  track(frame: Frame | undefined, work: Promise<void>): void;
}
