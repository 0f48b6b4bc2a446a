import type { Runtime } from '../live/runtime.ts';
import type { Host } from '../model/host.ts';
import type { Traffic } from '../runtime/connect/session/traffic.ts';
import type { LogEntry } from '../runtime/types.ts';
import type { KnownValues } from '../runtime/values/known-values.ts';
import type { Questions } from './calls/questions.ts';
import type { EventHub } from './events/event-hub.ts';
import type { Presence } from './events/presence.ts';

/** The state and services that all routes use. */
export interface ApiContext {
  /** `host.cwd` is the project of the page. */
  readonly host: Host;
  readonly events: EventHub;
  readonly presence: Presence;
  /** The servers of all files. Opened on first use and kept in sync with the files. Starts nothing by itself. */
  runtime(): Promise<Runtime>;
  /** Reports that the page itself wrote these files, at once and only once. */
  wrote(files: readonly string[]): void;
  /** Listens to server log events, masked. */
  onLog(listener: (entry: LogEntry) => void): () => void;
  /** Listens to every message to and from servers, masked. */
  onTraffic(listener: (server: string, traffic: Traffic) => void): () => void;
  /** The secrets given to servers since the page was opened. */
  readonly known: KnownValues;
  /** Questions that servers ask the user of the page. */
  readonly questions: Questions;
  /** Serves the page of another project, and returns a sign-in link. Absent if this process cannot. */
  readonly openProject?: (path: string) => Promise<string | undefined>;
  /** Aborted on shutdown. */
  readonly closing: AbortSignal;
  /** Stops every server that was started. */
  close(): Promise<void>;
}
