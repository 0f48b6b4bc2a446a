import { watchFiles } from '../../live/watch/watch-files.ts';
import { watchedFiles } from '../../live/watch/watched-files.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { interrupted } from '../gateway/interrupted.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';

type SyncOnce = (context: CommandContext) => Promise<boolean>;

/** Syncs now and whenever a config file changes, until it is interrupted or a conflict needs a person. */
export async function watchSync(context: CommandContext, syncOnce: SyncOnce): Promise<void> {
  const { host, output, globals, mayAsk, argv, afterDashes } = context;
  const changes = new Changes();
  const stop = watchFiles(watchedFiles(host, host.cwd), () => changes.note());
  try {
    if (!(await syncOnce(context))) return;
    const unasked = { host, output, globals: { ...globals, yes: true }, mayAsk, argv, afterDashes, interactive: false };
    const ended = interrupted().then(() => false);
    output.talk('Watching for changes. Stop with Ctrl+C.');
    while (await Promise.race([changes.next(), ended])) {
      output.exitCode = ExitCode.ok;
      if (await syncUnlessFailing(unasked, syncOnce)) continue;
      if (output.exitCode === ExitCode.conflict) output.talk('Stopped watching: decide the conflict first.');
      return;
    }
  } finally {
    stop();
  }
}

/** A file may be broken while a person edits it, so an error does not end the watch. */
async function syncUnlessFailing(context: CommandContext, syncOnce: SyncOnce): Promise<boolean> {
  try {
    return await syncOnce(context);
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error;
    // A file changed while it was written. Nothing was written, and the change leads to the next sync.
    if (error.code === 'conflict') return true;
    const { showError } = await import('../output/show-error.ts');
    await showError(error, context.output, []);
    return true;
  }
}

/** Remembers a change that comes while a sync is running. */
class Changes {
  #isPending = false;
  #wake: (() => void) | undefined;

  note(): void {
    this.#isPending = true;
    this.#wake?.();
  }

  /** Resolves when something has changed since the last call. */
  async next(): Promise<true> {
    if (!this.#isPending) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isPending = false;
    return true;
  }
}
