import { logEvent } from '../../../model/log-event.ts';
import type { Failure, LogEntry } from '../../types.ts';
import type { EraMemory } from '../era-memory.ts';
import { ConnectionError } from '../errors.ts';
import { connectLink, type Link, type Opening, tapOf } from '../link.ts';
import { OtherEra } from '../raw-handshake.ts';
import type { RawClient, RawLink } from '../raw-link.ts';
import type { Era } from '../session/session.ts';
import type { Watchdog } from '../session/watchdog.ts';
import { Wire } from '../wire.ts';
import type { ChildCommand } from './child.ts';
import { filesOnDisk } from './files-on-disk.ts';
import { connectRaw } from './raw-stdio.ts';
import { GarbageLine, StdioTransport } from './stdio-transport.ts';
import { windowsCommand } from './windows-command.ts';

export interface StdioPlace {
  /** The complete environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly watchdog: Watchdog;
  readonly eras: EraMemory;
  readonly graceMs?: number;
}

/**
 * Starts a server and connects to it. Nearly all servers speak the legacy protocol, modern ones mostly as well, and
 * some legacy servers exit on a modern request. So the legacy handshake comes first; a server that rejects it is
 * restarted and asked the modern way. The result is remembered, and tried first next time.
 */
export async function openStdio(opening: Opening, place: StdioPlace, signal: AbortSignal): Promise<Link> {
  return inEitherEra(opening, place, signal, async (transport, era) => {
    const { mask, timeoutMs, onNotification } = opening;
    const onError = garbageLog(opening);
    const whyClosed = (): Failure | undefined => transport.failure;
    const wire = new Wire({ transport, mask, timeoutMs, onNotification, onError, whyClosed, ...tapOf(opening) });
    const details = (): { stderr?: string[] } => (transport.stderr.length > 0 ? { stderr: transport.stderr } : {});
    return connectLink(opening, { wire, era, details }, signal);
  });
}

/** Like `openStdio`, but leaves all messages to the caller. */
export async function openRawStdio(
  opening: Opening,
  place: StdioPlace,
  client: RawClient,
  signal: AbortSignal,
): Promise<RawLink> {
  return inEitherEra(opening, place, signal, async (transport, era) => {
    Object.assign(transport, { onerror: garbageLog(opening) } satisfies Partial<StdioTransport>);
    return connectRaw(transport, { opening, era, client }, signal);
  });
}

type Connect<T> = (transport: StdioTransport, era: Era) => Promise<T>;

async function inEitherEra<T>(
  opening: Opening,
  place: StdioPlace,
  signal: AbortSignal,
  connect: Connect<T>,
): Promise<T> {
  const known = await place.eras.recall();
  const first: Era = known === 'modern' ? 'modern' : 'legacy';
  const second: Era = first === 'modern' ? 'legacy' : 'modern';
  const attempt = async (era: Era): Promise<T> => {
    const transport = started(opening, place);
    return connect(transport, era).catch((error: unknown) => {
      throw explained(error, transport);
    });
  };
  try {
    return await attempt(first);
  } catch (error) {
    if (!(error instanceof OtherEra)) throw error;
    const link = await attempt(second).catch((later: unknown) => {
      // If both fail, it is a legacy server with another problem.
      throw signal.aborted || second === 'legacy' ? later : error;
    });
    await place.eras.note(second);
    return link;
  }
}

/** If the server answered, its own error is reason enough. */
function explained(error: unknown, { strayOutput }: StdioTransport): unknown {
  if (!(error instanceof ConnectionError) || error instanceof OtherEra || strayOutput === undefined) return error;
  return new ConnectionError(withStrayOutput(error.failure, strayOutput));
}

/** Spawns the process early, so that it starts while the rest is prepared. */
function started(opening: Opening, place: StdioPlace): StdioTransport {
  const { mask, maxMessageBytes } = opening;
  const { watchdog, graceMs } = place;
  const transport = new StdioTransport({
    command: childCommand(opening, place),
    watchdog,
    mask,
    maxMessageBytes,
    onErrorLine: errorLog(opening),
    ...(graceMs !== undefined && { graceMs }),
  });
  transport.start().catch(() => {});
  return transport;
}

/** Logs the first few lines that are not messages; servers that print some usually print many. */
function garbageLog(opening: Opening): (error: Error) => boolean {
  let count = 0;
  return (error) => {
    if (!(error instanceof GarbageLine)) return false;
    count += 1;
    if (count < 5) opening.log('warning', error.message, error.event);
    if (count === 5) opening.log('warning', 'The server keeps writing lines that are not messages.');
    return true;
  };
}

const LINES_A_SECOND = 50;

/** Logs stderr, limited to the first lines of each second. */
function errorLog(opening: Opening): (line: string) => void {
  let [second, count] = [0, 0];
  const say = (level: LogEntry['level'], line: string): void => {
    const event = logEvent('stderr', line);
    opening.log(level, event.message, event);
  };
  return (line) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count <= LINES_A_SECOND) say('info', line);
    if (count === LINES_A_SECOND) say('warning', 'further lines are dropped');
  };
}

function childCommand({ server }: Opening, { env, platform }: StdioPlace): ChildCommand {
  const { command = '', args, cwd } = server;
  const where = cwd === undefined ? {} : { cwd };
  if (platform !== 'win32') return { file: command, args, env, ...where };
  const found = windowsCommand(command, args, { env, cwd: cwd ?? process.cwd(), ...filesOnDisk });
  if (found) return { ...found, env, ...where };
  throw new ConnectionError({
    kind: 'values',
    message: 'An argument contains a line break, which cannot be passed to a batch file.',
  });
}

const tip =
  'Standard output is for MCP messages only. Check that the command starts a server that speaks MCP over stdio and logs to standard error.';

/**
 * Adds stray stdout text to a failed handshake: it is the likely cause, and a longer timeout would not help. `line` is
 * masked and cut already.
 */
function withStrayOutput(failure: Failure, line: string): Failure {
  const wrote = `wrote text to standard output that is not an MCP message: "${line}"`;
  if (failure.kind === 'timeout')
    return { ...failure, kind: 'protocol', message: `The server ${wrote}. ${failure.message}`, tip };
  return { ...failure, message: `${failure.message} Before that it ${wrote}`, tip: failure.tip ?? tip };
}
