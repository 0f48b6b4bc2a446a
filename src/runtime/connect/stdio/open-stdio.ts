import { statSync } from 'node:fs';
import type { Failure } from '../../types.ts';
import type { EraMemory } from '../era-memory.ts';
import { ConnectionError } from '../errors.ts';
import { connectLink, type Link, type Opening, tapOf } from '../link.ts';
import { OtherEra } from '../raw-handshake.ts';
import type { RawClient, RawLink } from '../raw-link.ts';
import type { Era } from '../session/session.ts';
import type { Watchdog } from '../session/watchdog.ts';
import { Wire } from '../wire.ts';
import type { ChildCommand } from './child.ts';
import { connectRaw } from './raw-stdio.ts';
import { GarbageLine, StdioTransport } from './stdio-transport.ts';
import { withStrayOutput } from './stray-output.ts';
import { windowsCommand } from './windows-command.ts';

export interface StdioPlace {
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly watchdog: Watchdog;
  readonly eras: EraMemory;
  readonly graceMs?: number;
}

/**
 * Starts a server and connects to it. Nearly all speak the older protocol, modern ones mostly as well, and asking an old
 * one about the new protocol makes some of them end. So the older handshake comes first; a server that answers it with
 * an error is started once more and asked the modern way. That is remembered, and the other way round next time.
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

/** The same, with all messages left to the caller. */
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
      // When both fail, it is an old server with another problem.
      throw signal.aborted || second === 'legacy' ? later : error;
    });
    await place.eras.note(second);
    return link;
  }
}

/** What a server that answered says itself is reason enough. */
function explained(error: unknown, { strayOutput }: StdioTransport): unknown {
  if (!(error instanceof ConnectionError) || error instanceof OtherEra || strayOutput === undefined) return error;
  return new ConnectionError(withStrayOutput(error.failure, strayOutput));
}

/** The server gets ready while the rest is. */
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

/** A server that prints what is no message does so often; the first few tell enough. */
function garbageLog(opening: Opening): (error: Error) => boolean {
  let count = 0;
  return (error) => {
    if (!(error instanceof GarbageLine)) return false;
    count += 1;
    if (count < 5) opening.log('warning', error.message);
    if (count === 5) opening.log('warning', 'The server goes on writing lines that are no messages.');
    return true;
  };
}

const LINES_A_SECOND = 50;

/** What it writes on its error output; of a flood, the first lines of each second. */
function errorLog(opening: Opening): (line: string) => void {
  let [second, count] = [0, 0];
  return (line) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count <= LINES_A_SECOND) opening.log('info', `stderr: ${line}`);
    if (count === LINES_A_SECOND) opening.log('warning', 'stderr: more than is kept');
  };
}

function childCommand({ server }: Opening, { env, platform }: StdioPlace): ChildCommand {
  const { command = '', args, cwd } = server;
  const where = cwd === undefined ? {} : { cwd };
  if (platform !== 'win32') return { file: command, args, env, ...where };
  const found = windowsCommand(command, args, { env, cwd: cwd ?? process.cwd(), isFile });
  if (found) return { ...found, env, ...where };
  throw new ConnectionError({
    kind: 'values',
    message: 'An argument holds a line break, which a batch file cannot be given.',
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
