import type { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Host } from '../model/host.ts';
import type { Log } from './log.ts';
import type { Connection } from './server/connection.ts';
import type { Settings } from './settings.ts';
import type { EnabledToolsets } from './toolset.ts';
import type { TurnNotes } from './turn/turn-notes.ts';
import type { Api } from './upstream/api.ts';
import type { EventHub } from './upstream/events.ts';

/** State shared by all clients of one process. */
export interface App {
  readonly host: Host;
  readonly settings: Settings;
  readonly version: string;
  readonly log: Log;
  readonly connection: Connection;
  readonly events: EventHub;
  readonly toolsets: EnabledToolsets;
  /** Sessions with a call of this process in flight. */
  readonly busy: Set<string>;
  /** Notes about turns, exchanged with the other clients of this user. */
  readonly notes: TurnNotes;
  /** Directories used by calls so far. */
  readonly directories: Set<string>;
  /** Seals the state that a client holds while its user answers a question. */
  readonly states: ReturnType<typeof createRequestStateCodec>;
  /** Returns OpenCode for a directory after checking it; starts a server if none is running. */
  api(directory?: string): Promise<Api>;
  /** Returns OpenCode for the directory of a session, or another managed server if that one is running the session. */
  sessionApi(sessionId: string): Promise<Api>;
  /** Returns OpenCode for every directory used by a call so far. */
  knownApis(): Promise<Api[]>;
  /** Returns `knownApis`, plus servers of other clients that were found running a session. */
  apisWithRequests(): Promise<Api[]>;
  close(): Promise<void>;
}
