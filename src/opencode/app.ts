import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Host } from '../model/host.ts';
import { checkDirectory } from './directory.ts';
import { makeLog, type Log } from './log.ts';
import { Connection } from './server/connection.ts';
import type { Settings } from './settings.ts';
import { EnabledToolsets } from './toolset.ts';
import { Api } from './upstream/api.ts';
import { EventHub } from './upstream/events.ts';

/** What all clients of one process share. */
export interface App {
  readonly host: Host;
  readonly settings: Settings;
  readonly version: string;
  readonly log: Log;
  readonly connection: Connection;
  readonly events: EventHub;
  readonly toolsets: EnabledToolsets;
  /** Sessions in which a call of ours is waiting for a turn. */
  readonly busy: Set<string>;
  /** Directories that calls were about. */
  readonly directories: Set<string>;
  /** Seals what a client keeps for us while its person answers a question. */
  readonly states: ReturnType<typeof createRequestStateCodec>;
  /** OpenCode for a directory, which is checked; started when it is not there yet. */
  api(directory?: string): Promise<Api>;
  close(): Promise<void>;
}

export interface AppOptions {
  readonly host: Host;
  readonly settings: Settings;
  readonly version: string;
  /** Where lines for people go. */
  readonly write: (line: string) => void;
}

export function makeApp({ host, settings, version, write }: AppOptions): App {
  const log = makeLog(settings.logLevel, write);
  const connection = new Connection(host, settings, log);
  const events = new EventHub();
  const directories = new Set<string>();
  return {
    host,
    settings,
    version,
    log,
    connection,
    events,
    toolsets: new EnabledToolsets(settings.toolsets),
    busy: new Set(),
    directories,
    states: createRequestStateCodec({ key: randomBytes(32), ttlSeconds: 86_400 }),
    async api(directory) {
      const endpoint = await connection.endpoint();
      const checked = checkDirectory(directory, settings, endpoint);
      directories.add(checked);
      return new Api(endpoint, checked);
    },
    async close() {
      events.close();
      await connection.close();
    },
  };
}
