import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Host } from '../model/host.ts';
import { checkDirectory } from './directory.ts';
import { makeLog, type Log } from './log.ts';
import { Connection } from './server/connection.ts';
import type { Settings } from './settings.ts';
import { EnabledToolsets } from './toolset.ts';
import type { OverBudget } from './turn/over-budget.ts';
import { Api } from './upstream/api.ts';
import { EventHub } from './upstream/events.ts';
import type { Session } from './upstream/types.ts';

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
  /** Sessions whose last turn was stopped because its budget was used up. */
  readonly stopped: Map<string, OverBudget>;
  /** Directories that calls were about. */
  readonly directories: Set<string>;
  /** Seals what a client keeps for us while its person answers a question. */
  readonly states: ReturnType<typeof createRequestStateCodec>;
  /** OpenCode for a directory, which is checked; started when it is not there yet. */
  api(directory?: string): Promise<Api>;
  /** OpenCode for the directory that a session was opened in. */
  sessionApi(sessionId: string): Promise<Api>;
  /** OpenCode for every directory that a call was about so far. */
  knownApis(): Promise<Api[]>;
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
  const homes = new Map<string, string>();
  const api = async (directory?: string): Promise<Api> => {
    const endpoint = await connection.endpoint();
    const checked = checkDirectory(directory, settings, endpoint);
    directories.add(checked);
    return new Api(endpoint, checked);
  };
  return {
    host,
    settings,
    version,
    log,
    connection,
    events,
    toolsets: new EnabledToolsets(settings.toolsets),
    busy: new Set(),
    stopped: new Map(),
    directories,
    states: createRequestStateCodec({ key: randomBytes(32), ttlSeconds: 86_400 }),
    api,
    async sessionApi(id) {
      // A session is found from every directory, but works and waits only in its own.
      const anywhere = new Api(await connection.endpoint(), settings.project);
      const home = homes.get(id) ?? (await anywhere.get<Session>(`/session/${id}`)).directory;
      homes.set(id, home);
      return api(home);
    },
    async knownApis() {
      const first = directories.size === 0 ? [await api()] : [];
      return [...first, ...(await Promise.all([...directories].map((directory) => api(directory))))];
    },
    async close() {
      events.close();
      await connection.close();
    },
  };
}
