import { maskLine } from '../model/secret.ts';
import type { Connection } from '../runtime/connection.ts';
import type { Manager } from '../runtime/manager.ts';
import type { ConnectionState, Failure, LogEntry } from '../runtime/types.ts';

type Line = Omit<LogEntry, 'server'>;
interface Services {
  log(entry: LogEntry): void;
  mask(text: string): string;
}

/** Notes what becomes of each connection, and what servers themselves want to have noted. */
export function logConnections(manager: Manager, services: Services): void {
  const used = new WeakSet<Connection>();
  manager.onChange((connection) => {
    const { name, state } = connection;
    // Closing what nobody has used is no news.
    if (state.name === 'closed' && !used.has(connection)) return;
    used.add(connection);
    for (const line of linesAbout(state)) services.log({ ...line, server: name });
    if (state.name === 'ready') void logMessages(connection, services);
  });
}

/** The listener ends with its session. */
async function logMessages(connection: Connection, { log, mask }: Services): Promise<void> {
  const { name } = connection;
  const session = await connection.ready().catch(() => undefined);
  session?.onNotification((method, params = {}) => {
    if (method !== 'notifications/message') return;
    const { level, logger, data } = params;
    const said = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
    const text = typeof logger === 'string' ? `${logger}: ${said}` : said;
    // Told apart from our own words, which nobody else may put into our mouth.
    log({ level: levelOf(level), server: name, message: `log: ${maskLine(mask(text))}` });
  });
}

/** The protocol knows eight of them. */
function levelOf(level: unknown): LogEntry['level'] {
  if (level === 'debug' || level === 'warning') return level;
  return level === 'info' || level === 'notice' ? 'info' : 'error';
}

/** What the line about a failed connection begins with. */
export const failureLead = 'failed: ';

/** The same about one that wants to know who asks. */
export const signInLead = 'needs a sign-in: ';

/** The same after a sign-in that the server does not offer. */
export const noSignInLead = 'cannot be signed in to: ';

function linesAbout(state: ConnectionState): Line[] {
  switch (state.name) {
    case 'idle':
      return [];
    case 'connecting':
      return [{ level: 'debug', message: `connecting, attempt ${state.attempt}` }];
    case 'ready':
      return [{ level: 'info', message: 'connected' }];
    case 'needs-approval':
      return [{ level: 'warning', message: `waits for approval of ${state.fingerprint}` }];
    case 'needs-sign-in':
      return [{ level: 'warning', message: `${signInLead}${state.reason}` }];
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

/** What it wrote on its error output has been noted when it came. */
function lineOf({ message }: Failure, level: Line['level']): Line {
  return { level, message: `${failureLead}${message}` };
}
