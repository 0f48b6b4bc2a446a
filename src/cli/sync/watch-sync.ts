import { watchFiles } from '../../live/watch/watch-files.ts';
import { watchedFiles } from '../../live/watch/watched-files.ts';
import { interrupted } from '../gateway/interrupted.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';

/** Syncs now and whenever a config file changes, until it is interrupted or a conflict needs a person. */
export async function watchSync(
  context: CommandContext,
  syncOnce: (unasked: CommandContext) => Promise<boolean>,
): Promise<void> {
  const { host, output, globals, mayAsk, argv, afterDashes } = context;
  if (!(await syncOnce(context))) return;
  const unasked = { host, output, globals: { ...globals, yes: true }, mayAsk, argv, afterDashes, interactive: false };
  let changed = (): void => undefined;
  const stop = watchFiles(watchedFiles(host, host.cwd), () => changed());
  const ended = interrupted().then(() => false);
  output.talk('Watching for changes. Stop with Ctrl+C.');
  try {
    for (;;) {
      const next = new Promise<boolean>((resolve) => {
        changed = () => resolve(true);
      });
      if (!(await Promise.race([next, ended]))) return;
      if (!(await syncOnce(unasked))) {
        if (output.exitCode === ExitCode.conflict) output.talk('Stopped watching: decide the conflict first.');
        return;
      }
    }
  } finally {
    stop();
  }
}
