import type { ClientId } from '../clients/registry.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Manager } from '../runtime/manager.ts';
import type { SignIn } from '../runtime/sign-in/create-sign-in.ts';
import type { DeferredTools } from '../runtime/tools/deferred-tools.ts';
import type { Approvals } from '../runtime/trust/approval.ts';
import type { KeyValueCache } from '../runtime/types.ts';
import type { RecentFailures } from './recent-failures.ts';
import type { RuntimeServices, ServiceOptions } from './runtime-services.ts';
import type { ServerIssue, ServerHere, ServersHere, UnusableServer } from './servers-here.ts';
import type { PinChange, ToolPins } from './tools/tool-pins.ts';

export interface RuntimeOptions extends ServiceOptions {
  /** Absolute path; default: the working directory. */
  readonly project?: string;
  /** Clients whose files are read; default: all. */
  readonly clients?: readonly ClientId[];
  /** Names of servers to include; default: all. */
  readonly names?: readonly string[];
  /** Returns the discovered servers if the caller has already read the files; default: read them. */
  readonly read?: () => Promise<ServersHere>;
  /** Seconds before a request times out, overriding the definition. */
  readonly timeout?: number;
  /** Servers whose tools are listed at once in the background; default: all. */
  readonly verify?: 'all' | 'unknown' | 'none';
  /** Returns the store of accepted tools, given that of this machine; default: that of this machine. */
  readonly pins?: (local: KeyValueCache) => KeyValueCache;
}

/** The servers of all config files, started on demand. */
export interface Runtime {
  /** Absolute path. */
  readonly project: string;
  readonly clients: readonly ClientId[] | undefined;
  /** All servers, including disabled ones. */
  readonly servers: readonly ServerHere[];
  /** Names without a valid definition, and why. */
  readonly unusable: readonly UnusableServer[];
  /** Invalid definitions that would otherwise shadow the active one. */
  readonly passedOver: readonly UnusableServer[];
  readonly issues: readonly ServerIssue[];
  /** Why some files could not be read. Their servers are missing. */
  readonly unread: readonly Diagnostic[];
  /** Connections to the enabled servers. */
  readonly manager: Manager;
  readonly tools: DeferredTools;
  readonly approvals: Approvals;
  /** Why a policy or the lock keeps a server from being started or contacted; undefined if none does. */
  readonly refusal: RuntimeServices['refusal'];
  readonly signIn: SignIn;
  readonly pins: ToolPins;
  /** Recent failures, in this process or another. */
  readonly failures: RecentFailures;
  /** Servers whose tools changed since they were accepted. */
  readonly pinChanges: readonly PinChange[];
  /** Masks all secrets passed to any server so far. */
  mask(text: string): string;
  /** Aborted when the runtime is closed. */
  readonly closing: AbortSignal;
  /**
   * Reads all files and approvals again. Only changed servers are closed, and reconnected if they were connected. A
   * file with parse errors, as while it is being edited, changes nothing.
   */
  reload(): Promise<void>;
  /** Restarts some or all servers. Only those in use are reconnected. Cached results of value commands are cleared. */
  restart(names?: readonly string[]): Promise<void>;
  /** Closes some servers. Each reconnects when it is needed. */
  stop(names: readonly string[]): Promise<void>;
  /** Closes all connections and stops all servers. */
  close(): Promise<void>;
}
