import type { ListKind } from '../runtime/connect/session/session.ts';
import type { ViewCatalog } from './catalog/view-catalog.ts';
import type { GatewayOptions, Limits } from './options.ts';
import type { GatewayEvent } from './session/session.ts';
import type { UserSignIns } from './sign-in/user-sign-ins.ts';
import type { GatewayState } from './state/gateway-state.ts';
import type { Tasks } from './tasks/tasks.ts';
import type { LinkOwner } from './upstream/upstream-services.ts';
import type { Upstream } from './upstream/upstream.ts';

/** The part of the gateway that sessions use. */
export interface Core {
  readonly options: GatewayOptions;
  readonly limits: Limits;
  /** New requests are rejected. */
  readonly isClosing: boolean;
  readonly state: GatewayState;
  readonly tasks: Tasks;
  /** Set if users sign in to servers one by one. */
  readonly signIns: UserSignIns | undefined;
  /** The servers that this view includes. */
  upstreams(view: string | undefined): readonly Upstream[];
  /** The tools, prompts and resources that this view currently includes. */
  catalogFor(view: string | undefined): ViewCatalog;
  /** Resolves when the lists of every server in this view are available; undefined if they already are. */
  whenListed(kinds: readonly ListKind[], view: string | undefined): Promise<void> | undefined;
  /** Refreshes server lists that are missing or stale. */
  refreshLists(owner: LinkOwner, view: string | undefined): void;
  /** Compares the tools of a server with its pins again. */
  recheckPins(upstream: Upstream): Promise<void>;
  /** Whether a listener wants call events. */
  readonly isObserved: boolean;
  emit(event: GatewayEvent): void;
  /** Reports an unexpected error. It affects only the request, session or connection in which it occurred. */
  fault(error: unknown, at: { readonly session?: string; readonly server?: string }): void;
}
