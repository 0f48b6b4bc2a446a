import type { Runtime } from '../live/runtime.ts';
import type { Host } from '../model/host.ts';
import type { Traffic } from '../runtime/connect/session/traffic.ts';
import type { LogEntry } from '../runtime/types.ts';
import type { KnownValues } from '../runtime/values/known-values.ts';
import type { Questions } from './calls/questions.ts';
import type { EventHub } from './events/event-hub.ts';
import type { Presence } from './events/presence.ts';

/** What every route works with. */
export interface Desk {
  /** `host.cwd` is the project that the page is about. */
  readonly host: Host;
  readonly events: EventHub;
  readonly presence: Presence;
  /** The servers of all files; opened when it is first needed, and kept in step with the files from then on. Starts nothing by itself. */
  runtime(): Promise<Runtime>;
  /** Says that the page itself has written these files, at once and only once. */
  wrote(files: readonly string[]): void;
  /** Hears what happens with servers, masked, as it is written to the logs. */
  onLog(listener: (entry: LogEntry) => void): () => void;
  /** Hears every message to and from servers, masked. */
  onTraffic(listener: (server: string, traffic: Traffic) => void): () => void;
  /** The secrets that servers were given since the page was opened. */
  readonly known: KnownValues;
  /** What servers want to know from the person at the page. */
  readonly questions: Questions;
  /** Aborted when everything ends. */
  readonly closing: AbortSignal;
  /** Ends every server that was started. */
  close(): Promise<void>;
}
