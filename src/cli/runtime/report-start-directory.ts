import { shortPath } from '../../model/short-path.ts';
import type { LogEntry } from '../../runtime/types.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Reports that the user's own servers start in a different directory than in clients. */
export function reportStartDirectory({ host, output }: Pick<CommandContext, 'host' | 'output'>): void {
  const where = shortPath(host.cwd, host);
  output.talk(
    `${output.mark('info')} ${where} is not trusted, so your own servers start in your home. Trust it with: plugboard approve --project`,
  );
}

/** A log listener that reports it once. */
export function startDirectoryReporter(context: Pick<CommandContext, 'host' | 'output'>): (entry: LogEntry) => void {
  let isTold = false;
  return ({ code }) => {
    if (isTold || code !== 'starts-in-home') return;
    isTold = true;
    reportStartDirectory(context);
  };
}
