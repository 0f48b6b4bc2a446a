import type { ClientId } from '../clients/registry.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Manager } from '../runtime/manager.ts';
import type { SignIn } from '../runtime/sign-in/create-sign-in.ts';
import type { DeferredTools } from '../runtime/tools/deferred-tools.ts';
import type { Approvals } from '../runtime/trust/approval.ts';
import type { RecentFailures } from './recent-failures.ts';
import type { ServiceChoices } from './runtime-services.ts';
import type { ServerFinding, ServerHere, ServersHere, UnusableServer } from './servers-here.ts';
import type { PinChange, ToolPins } from './tool-pins.ts';

export interface RuntimeOptions extends ServiceChoices {
  /** Absolute path; the working directory when absent. */
  readonly project?: string;
  /** Whose files are read; those of all of them when absent. */
  readonly clients?: readonly ClientId[];
  /** Only servers of these names. */
  readonly names?: readonly string[];
  /** Finds the servers here, for a caller that has read all files already; they are read again when absent. */
  readonly read?: () => Promise<ServersHere>;
  /** Seconds that every server may take to answer, whatever its definition says. */
  readonly timeout?: number;
  /** Which servers are asked for their tools at once, in the background; all of them when absent. */
  readonly verify?: 'all' | 'unknown' | 'none';
}

/** The servers of all configuration files, running as far as they are needed. */
export interface Runtime {
  /** Absolute path. */
  readonly project: string;
  readonly clients: readonly ClientId[] | undefined;
  /** All of them, those that are switched off included. */
  readonly servers: readonly ServerHere[];
  /** Names of which no definition can be used, and why. */
  readonly unusable: readonly UnusableServer[];
  /** Definitions that would count more than the one that is used if they did not break the rules. */
  readonly passedOver: readonly UnusableServer[];
  readonly findings: readonly ServerFinding[];
  /** Why some files could not be read, so that servers may be missing. */
  readonly unread: readonly Diagnostic[];
  /** Connections to those that are not switched off. */
  readonly manager: Manager;
  readonly tools: DeferredTools;
  readonly approvals: Approvals;
  readonly signIn: SignIn;
  readonly pins: ToolPins;
  /** Servers that failed a moment ago, in this program or another one. */
  readonly failures: RecentFailures;
  /** Servers whose tools are no longer as they were accepted. */
  readonly pinChanges: readonly PinChange[];
  /** Hides the secrets that servers were given so far, whichever server they are of. */
  mask(text: string): string;
  /** Aborted when the runtime is closed. */
  readonly closing: AbortSignal;
  /**
   * Reads all files again, and what was approved. Only what has changed is closed, and connected again if it was before.
   * A file that cannot be understood now, as when somebody is just editing it, changes nothing.
   */
  reload(): Promise<void>;
  /** Closes some servers, or all, and connects those again that were in use; commands that give values run again too. */
  restart(names?: readonly string[]): Promise<void>;
  /** Closes some servers; each connects again as soon as it is needed. */
  stop(names: readonly string[]): Promise<void>;
  /** Ends everything that was started. */
  close(): Promise<void>;
}
