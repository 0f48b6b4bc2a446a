import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Host } from '../model/host.ts';
import type { App } from './app.ts';
import { checkDirectory, checkSessionDirectory } from './directory.ts';
import { ToolFailure } from './failure.ts';
import { makeLog } from './log.ts';
import { Connection } from './server/connection.ts';
import type { Settings } from './settings.ts';
import { EnabledToolsets } from './toolset.ts';
import { takeOverBudgets } from './turn/budget/budget.ts';
import { runningElsewhere } from './turn/running-elsewhere.ts';
import { TurnNotes } from './turn/turn-notes.ts';
import { Api } from './upstream/api.ts';
import { EventHub } from './upstream/events.ts';
import type { Session } from './upstream/types.ts';

/** The interval at which a client checks for budgets to take over from a killed client. */
const takeOverEvery = 3000;

export interface AppOptions {
  readonly host: Host;
  readonly settings: Settings;
  readonly version: string;
  /** Receives log lines. */
  readonly write: (line: string) => void;
}

export function makeApp({ host, settings, version, write }: AppOptions): App {
  const log = makeLog(settings.logLevel, write);
  const connection = new Connection(host, settings, log);
  const events = new EventHub();
  const notes = new TurnNotes(host, log);
  const directories = new Set<string>();
  const homes = new Map<string, string>();
  const elsewhere = new Map<string, Api>();
  const api = async (directory?: string): Promise<Api> => {
    const endpoint = await connection.endpoint();
    const checked = checkDirectory(directory, settings, endpoint);
    directories.add(checked);
    return new Api(endpoint, checked);
  };
  const knownApis = async (): Promise<Api[]> => {
    const known: Api[] = [];
    for (const directory of directories) {
      // The worktree may have been removed in the meantime.
      const found = await api(directory).catch((error: unknown) => ignoreMissing(error));
      if (found) known.push(found);
      else directories.delete(directory);
    }
    return known.length > 0 ? known : [await api()];
  };
  const app: App = {
    host,
    settings,
    version,
    log,
    connection,
    events,
    toolsets: new EnabledToolsets(settings.toolsets),
    busy: new Set(),
    notes,
    directories,
    states: createRequestStateCodec({ key: randomBytes(32), ttlSeconds: 86_400 }),
    api,
    async sessionApi(id) {
      // A session can be read from every directory, but runs only in its own.
      const endpoint = await connection.endpoint();
      const anywhere = new Api(endpoint, settings.project);
      const home = homes.get(id) ?? (await anywhere.get<Session>(`/session/${id}`)).directory;
      homes.set(id, home);
      const own = new Api(endpoint, checkSessionDirectory(home, settings, endpoint));
      directories.add(own.directory);
      const other = await runningElsewhere(await connection.others(), own, id);
      if (other) elsewhere.set(`${other.endpoint.url} ${home}`, other);
      return other ?? own;
    },
    knownApis,
    async apisWithRequests() {
      const alive = new Set((await connection.others()).map(({ url }) => url));
      return [...(await knownApis()), ...[...elsewhere.values()].filter(({ endpoint }) => alive.has(endpoint.url))];
    },
    async close() {
      clearInterval(takingOver);
      events.close();
      await notes.close();
      await connection.close();
    },
  };
  const takingOver = setInterval(() => {
    void takeOverBudgets(app).catch((error: unknown) => log('warn', String(error)));
  }, takeOverEvery);
  takingOver.unref();
  return app;
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof ToolFailure && error.code === 'DIRECTORY_INVALID') return undefined;
  throw error;
}
