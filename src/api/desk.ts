import type { Runtime } from '../live/runtime.ts';
import type { Host } from '../model/host.ts';
import type { EventHub } from './events/event-hub.ts';

/** What every route works with. */
export interface Desk {
  /** `host.cwd` is the project that the page is about. */
  readonly host: Host;
  readonly events: EventHub;
  /** The servers of all files; opened when it is first needed, and kept in step with the files from then on. Starts nothing by itself. */
  runtime(): Promise<Runtime>;
}
