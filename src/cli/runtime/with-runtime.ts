import type { Command } from 'commander';
import { flawLine } from '../../live/invalid-server.ts';
import type { Runtime } from '../../live/open-runtime.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { LogEntry } from '../../runtime/types.ts';
import { answerServers } from '../elicitation/answer-servers.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { Interrupted } from '../program/interrupted.ts';
import { PendingLines } from './pending-lines.ts';
import { clientsIn, type RuntimeFlags, secondsIn } from './runtime-flags.ts';

/** The servers that are here, while a command uses them. */
export interface Use {
  readonly context: CommandContext;
  readonly runtime: Runtime;
  /** Aborted when somebody presses Ctrl+C. */
  readonly signal: AbortSignal;
  /** What is under way, for whoever watches. */
  readonly lines: PendingLines;
  /** What the runtime has told so far. */
  readonly entries: readonly LogEntry[];
  /** What has been said already. */
  readonly told: Set<string>;
}

/**
 * Opens the servers for a command, starts none of them by itself, and ends all of them afterwards, whatever happens.
 * `needsAll`: the command is about every server, so its answer is incomplete when a file cannot be read.
 */
export async function withRuntime(
  context: CommandContext,
  command: Command,
  flags: RuntimeFlags,
  needsAll: boolean,
  work: (use: Use) => Promise<void>,
): Promise<void> {
  const { host } = context;
  const clients = clientsIn(flags, command);
  const timeout = secondsIn(flags);
  const accepted = flags.approve && (await acceptedBy(flags.approve, context, clients));
  const entries: LogEntry[] = [];
  await untilInterrupted(async (signal) => {
    const { openRuntime } = await import('../../live/open-runtime.ts');
    const lines = new PendingLines(context);
    const runtime = await openRuntime(host, {
      ask: answerServers(context, lines),
      verify: 'none',
      caller: 'cli',
      log: (entry) => entries.push(entry),
      ...(clients && { clients }),
      ...(timeout !== undefined && { timeout }),
      ...(flags.strict && { strict: true }),
      ...(accepted && { accepted }),
    });
    if (!context.globals.showSecrets) context.output.hide(runtime.mask);
    context.output.unread(runtime.unread, needsAll);
    for (const { name, flaws } of runtime.passedOver)
      for (const flaw of flaws)
        context.output.warn({
          code: flaw.code,
          message: `"${name}" is passed over in ${flawLine(flaw)}`,
          server: name,
        });
    try {
      signal.throwIfAborted();
      await orAborted(work({ context, runtime, signal, lines, entries, told: new Set() }), signal);
    } finally {
      lines.close();
      await runtime.close();
    }
  });
}

/** The whole fingerprints of the servers that are accepted in this run. */
async function acceptedBy(
  beginnings: readonly string[],
  context: CommandContext,
  clients: ReturnType<typeof clientsIn>,
): Promise<string[]> {
  const { serversHere } = await import('../../live/servers-here.ts');
  const { showAccepted } = await import('../approvals/show-accepted.ts');
  const { servers } = await serversHere(context.host, clients ? { clients } : {});
  return showAccepted(beginnings, servers, context);
}

/** Ctrl+C once ends what is under way in good order; twice, it ends at once. */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const onInterrupt = (): void => {
    if (controller.signal.aborted) process.exit(ExitCode.interrupted);
    controller.abort(new Interrupted());
  };
  process.on('SIGINT', onInterrupt);
  try {
    await work(controller.signal);
  } catch (error) {
    // Whatever else went wrong then did so because of it.
    if (controller.signal.aborted || error instanceof Interrupted) throw new PlugboardError('interrupted', {});
    throw error;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => {});
  }
}
