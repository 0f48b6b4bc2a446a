import { logEvent } from '../model/log-event.ts';
import { maskLine } from '../model/secrets/secret.ts';
import type { Connection } from '../runtime/connection.ts';
import type { Manager } from '../runtime/manager.ts';
import type { ConnectionState, Failure, LogEntry } from '../runtime/types.ts';

type Line = Omit<LogEntry, 'server'>;
interface Services {
  log(entry: LogEntry): void;
  mask(text: string): string;
}

/** Logs connection states and log messages of servers. */
export function logConnections(manager: Manager, services: Services): void {
  const used = new WeakSet<Connection>();
  manager.onChange((connection) => {
    const { name, state } = connection;
    // Closing a connection that was never used is not logged.
    if (state.name === 'closed' && !used.has(connection)) return;
    used.add(connection);
    for (const line of linesAbout(state)) services.log({ ...line, server: name });
    if (state.name === 'ready') void logMessages(connection, services);
  });
}

/** Logs messages until the session ends. */
async function logMessages(connection: Connection, { log, mask }: Services): Promise<void> {
  const { name } = connection;
  const session = await connection.ready().catch(() => undefined);
  session?.onNotification((method, params = {}) => {
    if (method !== 'notifications/message') return;
    const { level, logger, data } = params;
    const said = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
    const text = typeof logger === 'string' ? `${logger}: ${said}` : said;
    // The code and the lead prevent a server from imitating our own log lines.
    log({ level: levelOf(level), server: name, ...logEvent('notification', maskLine(mask(text))) });
  });
}

/** Maps the eight MCP log levels to ours. */
function levelOf(level: unknown): LogEntry['level'] {
  if (level === 'debug' || level === 'warning') return level;
  return level === 'info' || level === 'notice' ? 'info' : 'error';
}

function linesAbout(state: ConnectionState): Line[] {
  switch (state.name) {
    case 'idle':
      return [];
    case 'connecting':
      return [{ level: 'debug', message: `connecting, attempt ${state.attempt}` }];
    case 'ready':
      return [{ level: 'info', ...logEvent('connected', 'connected') }];
    case 'needs-approval':
      return [{ level: 'warning', message: `waits for approval of ${state.fingerprint}` }];
    case 'needs-sign-in':
      return [{ level: 'warning', ...logEvent('sign-in-needed', state.reason) }];
    case 'backoff':
      return [
        lineOf(state.failure, 'warning'),
        { level: 'info', message: `tries again at ${state.until.toISOString()}` },
      ];
    case 'failed':
      return [lineOf(state.failure, 'error')];
    case 'closed':
      return [{ level: 'info', message: 'closed' }];
  }
}

/** The server's stderr is logged separately. */
function lineOf({ message }: Failure, level: Line['level']): Line {
  return { level, ...logEvent('failed', message) };
}
