import type { RawClient } from '../runtime/connect/raw-link.ts';
import type { Era, ListKind } from '../runtime/connect/session.ts';
import type { Call, CallOwner, CallTarget } from './call.ts';
import type { Core } from './core.ts';
import type { Refusal } from './refusal.ts';
import type { Frame, GatewaySession, JsonObject, Outlet, RequestId } from './session.ts';
import type { LinkOwner } from './upstream.ts';

/** Which changes a client of the modern era has asked to hear of. */
export interface Filter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
  readonly taskIds?: readonly string[];
}

/** What a client wants to hear of, as those see it who note it down. */
export interface Subscriptions {
  hasRoomFor(count: number): boolean;
  begin(id: RequestId, wanted: Filter): void;
  add(uri: string): void;
  remove(uri: string): void;
  listed(kinds: readonly ListKind[]): void;
}

/** One client of the gateway, as the parts see it that answer its requests. */
export interface Client extends GatewaySession, CallOwner, LinkOwner {
  readonly core: Core;
  readonly outlet: Outlet;
  readonly view: string | undefined;
  readonly listening: Subscriptions;
  readonly calls: Map<RequestId, Call>;
  client: RawClient;
  era: Era | undefined;
  logLevel: string | undefined;
  /** Sends a request to a server; the answer finds its way back by itself. */
  forward(frame: Frame, target: CallTarget, era: Era): void;
  reply(id: RequestId, result: JsonObject): void;
  /** The same with a result that is JSON already. */
  replyText(id: RequestId, result: string): void;
  refuse(id: RequestId, error: Refusal): void;
  /** Work that goes on after a request was taken; when it fails, so does the request. */
  later(frame: Frame | undefined, work: Promise<void>): void;
}
