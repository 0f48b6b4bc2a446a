import type { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Host } from '../model/host.ts';
import type { Log } from './log.ts';
import type { Connection } from './server/connection.ts';
import type { Settings } from './settings.ts';
import type { EnabledToolsets } from './toolset.ts';
import type { TurnNotes } from './turn/turn-notes.ts';
import type { Api } from './upstream/api.ts';
import type { EventHub } from './upstream/events.ts';

/** What all clients of one process share. */
export interface App {
  readonly host: Host;
  readonly settings: Settings;
  readonly version: string;
  readonly log: Log;
  readonly connection: Connection;
  readonly events: EventHub;
  readonly toolsets: EnabledToolsets;
  /** Sessions in which a call of ours is at work. */
  readonly busy: Set<string>;
  /** What this client tells the others about its turns, and they it. */
  readonly notes: TurnNotes;
  /** Directories that calls were about. */
  readonly directories: Set<string>;
  /** Seals what a client keeps for us while its person answers a question. */
  readonly states: ReturnType<typeof createRequestStateCodec>;
  /** OpenCode for a directory, which is checked; started when it is not there yet. */
  api(directory?: string): Promise<Api>;
  /** OpenCode for the directory that a session was opened in; another managed one if that works on the session. */
  sessionApi(sessionId: string): Promise<Api>;
  /** OpenCode for every directory that a call was about so far. */
  knownApis(): Promise<Api[]>;
  /** The same, and the servers of other clients that were found at work on a session. */
  apisWithRequests(): Promise<Api[]>;
  close(): Promise<void>;
}
