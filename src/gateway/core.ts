import type { ListKind } from '../runtime/connect/session.ts';
import type { Offered } from './offered.ts';
import type { GatewayOptions, Limits } from './options.ts';
import type { GatewayEvent } from './session.ts';
import type { Tasks } from './tasks/tasks.ts';
import type { LinkOwner, Upstream } from './upstream.ts';

/** What sessions know of the gateway they belong to. */
export interface Core {
  readonly options: GatewayOptions;
  readonly limits: Limits;
  /** New requests are refused. */
  readonly isClosing: boolean;
  readonly tasks: Tasks;
  /** Those that clients with this view see. */
  upstreams(view: string | undefined): readonly Upstream[];
  /** What clients of this kind are offered at the moment. */
  offered(view: string | undefined): Offered;
  /** Enough is known about every server of this view; undefined when it is already. */
  known(kinds: readonly ListKind[], view: string | undefined): Promise<void> | undefined;
  /** Asks servers for what they offer, as far as that is not known well enough. */
  look(owner: LinkOwner, view: string | undefined): void;
  /** Looks again at what was accepted. */
  judgeAgain(upstream: Upstream): Promise<void>;
  /** Somebody hears about calls. */
  readonly isObserved: boolean;
  emit(event: GatewayEvent): void;
  /** Reports an error that should not occur, so that what it happened in can go on or end, and nothing else does. */
  fault(error: unknown, at: { readonly session?: string; readonly server?: string }): void;
}
