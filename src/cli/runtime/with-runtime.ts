import type { Command } from 'commander';
import type { Runtime, RuntimeOptions } from '../../live/open-runtime.ts';
import { errorLine } from '../../manage/invalid-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { LogEntry } from '../../runtime/types.ts';
import { answerServers } from '../elicitation/answer-servers.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { Interrupted } from '../program/interrupted.ts';
import { PendingLines } from './pending-lines.ts';
import { clientsIn, type RuntimeFlags, secondsIn } from './runtime-flags.ts';

/** The runtime of a command. */
export interface Use {
  readonly context: CommandContext;
  readonly runtime: Runtime;
  /** Aborted on Ctrl+C. */
  readonly signal: AbortSignal;
  /** Live progress lines. */
  readonly lines: PendingLines;
  /** Log entries of the runtime so far. */
  readonly entries: readonly LogEntry[];
  /** Messages already reported. */
  readonly told: Set<string>;
}

/**
 * Opens a runtime for a command, starts no server by itself, and always closes it afterwards. `needsAll`: the command
 * covers every server, so an unreadable file makes its result incomplete.
 */
export async function withRuntime(
  context: CommandContext,
  command: Command,
  flags: RuntimeFlags & Pick<RuntimeOptions, 'pins'> & { readonly locked?: RuntimeOptions['locked'] | undefined },
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
      ...(flags.pins && { pins: flags.pins }),
      ...(flags.locked && { locked: flags.locked }),
    });
    if (!context.globals.showSecrets) context.output.hide(runtime.mask);
    context.output.unread(runtime.unread, needsAll);
    for (const { name, errors } of runtime.passedOver)
      for (const error of errors)
        context.output.warn({
          code: error.code,
          message: `"${name}" is skipped in ${errorLine(error)}`,
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

/** Full fingerprints of the servers approved for this run. */
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

/** The first Ctrl+C shuts down gracefully; the second exits at once. */
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
    // Errors after an interrupt are caused by it.
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
