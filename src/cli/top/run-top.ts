import type { ClientId } from '../../clients/registry.ts';
import { openRuntime } from '../../live/open-runtime.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { readServerLog } from '../../store/logs/server-logs.ts';
import { takeKeys } from '../input/keys.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { LiveServers } from './live-servers.ts';
import { RecentLog } from './recent-log.ts';

const HOUR_MS = 3_600_000;

/** Connects to all servers, shows them until the user quits, and stops them. */
export async function runTop(context: CommandContext, clients: readonly ClientId[] | undefined): Promise<void> {
  const { host, output } = context;
  if (!context.interactive || !isTerminal('stdout'))
    throw new PlugboardError('usage', {
      message: 'This requires a terminal. Without one, use: plugboard status',
    });
  const log = new RecentLog();
  for (const entry of await readServerLog(host, { since: new Date(host.now().getTime() - HOUR_MS) })) log.add(entry);
  let source: LiveServers | undefined;
  const runtime = await openRuntime(host, {
    verify: 'none',
    ...(clients && { clients }),
    log: (entry) => {
      log.add({ ...entry, time: host.now() });
      source?.changed();
    },
  });
  output.hide(runtime.mask);
  output.unread(runtime.unread, false);
  source = new LiveServers(host, runtime, log);
  await source.refreshParked();
  const { watchRuntime } = await import('../../live/watch/watch.ts');
  const stopWatching = watchRuntime(runtime, host);
  const keys = takeKeys();
  try {
    void runtime.manager.connectAll(runtime.closing);
    const { showTop } = await import('../tui/top/top.tsx');
    const { stdout } = process;
    const end = await showTop({ source, stdin: keys.stdin, stdout, color: output.color, ascii: output.ascii });
    if (end === 'interrupted') output.exitCode = ExitCode.interrupted;
  } finally {
    keys.release();
    source.close();
    stopWatching();
    await runtime.close();
  }
}
