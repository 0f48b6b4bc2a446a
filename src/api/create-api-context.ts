import type { Runtime } from '../live/runtime.ts';
import type { WatchOptions } from '../live/watch/watch-files.ts';
import type { Host } from '../model/host.ts';
import type { Traffic } from '../runtime/connect/session/traffic.ts';
import type { LogEntry } from '../runtime/types.ts';
import { KnownValues } from '../runtime/values/known-values.ts';
import { maskDeep } from '../runtime/values/mask-deep.ts';
import { delay } from '../store/write/delay.ts';
import type { ApiContext } from './api-context.ts';
import { createQuestions } from './calls/questions.ts';
import { createEventHub } from './events/event-hub.ts';
import { createPresence } from './events/presence.ts';
import { machineOf } from './views/machine.ts';
import { statusView } from './views/status.ts';
import { type ConfigurationChange, watchConfiguration } from './watch-configuration.ts';

/** The maximum delay of a change event while servers are being reloaded. */
const READING_MS = 300;

/** Watches the config files of this project and user, and manages the servers started from the page. */
export function createApiContext(
  host: Host,
  watching: WatchOptions = {},
  { openProject }: Pick<ApiContext, 'openProject'> = {},
): ApiContext {
  const known = new KnownValues();
  const events = createEventHub(undefined, (event) => maskDeep(event, (text) => known.mask(text)));
  const questions = createQuestions(events);
  const closing = new AbortController();
  const trafficListeners = new Set<(server: string, traffic: Traffic) => void>();
  const logListeners = new Set<(entry: LogEntry) => void>();
  let opened: Promise<Runtime> | undefined;
  let running: Runtime | undefined;

  const open = async (): Promise<Runtime> => {
    const { openRuntime } = await import('../live/open-runtime.ts');
    const runtime = await openRuntime(host, {
      verify: 'none',
      caller: 'page',
      read: async () => (await machineOf(api)()).found,
      known,
      ask: questions.ask,
      onTraffic: ({ name }, traffic) => {
        for (const listener of trafficListeners) listener(name, traffic);
      },
      log: (entry) => {
        for (const listener of logListeners) listener(entry);
      },
    });
    runtime.manager.onChange((connection) => {
      // A replaced connection also reports its end, which says nothing about the new one.
      if (runtime.manager.connections.get(connection.name) !== connection) return;
      events.publish({
        type: 'server.status',
        server: connection.name,
        status: statusView(connection.state, host.now()),
      });
    });
    runtime.tools.onChange((change) => {
      if (change.kind !== 'tools') return events.publish({ type: 'tools.changed', server: change.server });
      const tools = [...change.added, ...change.removed, ...change.changed.map(({ after }) => after)];
      for (const server of new Set(tools.map(({ serverName }) => serverName)))
        events.publish({ type: 'tools.changed', server });
    });
    running = runtime;
    return runtime;
  };

  const tell = async ({ files, approvals, history, by }: ConfigurationChange): Promise<void> => {
    if (running && (files.length > 0 || approvals))
      await Promise.race([running.reload().catch(() => {}), delay(READING_MS)]);
    if (files.length > 0) events.publish({ type: 'config.changed', files, by });
    if (approvals) events.publish({ type: 'approvals.changed' });
    if (history) events.publish({ type: 'history.changed' });
  };

  const watch = watchConfiguration(host, (change) => void tell(change), watching);
  const api: ApiContext = {
    host,
    events,
    presence: createPresence(),
    async runtime() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    wrote: (files) => watch.wrote(files),
    onLog(listener) {
      logListeners.add(listener);
      return () => void logListeners.delete(listener);
    },
    onTraffic(listener) {
      trafficListeners.add(listener);
      return () => void trafficListeners.delete(listener);
    },
    known,
    ...(openProject && { openProject }),
    questions,
    closing: closing.signal,
    async close() {
      closing.abort();
      watch.stop();
      await (await opened?.catch(() => undefined))?.close();
    },
  };
  return api;
}
