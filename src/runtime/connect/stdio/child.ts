import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { endTree } from '../../values/end-tree.ts';
import type { Watchdog } from '../session/watchdog.ts';
import { endGroup, signalGroup } from './process-group.ts';
import { programNotFound } from './windows-command.ts';

export interface ChildCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The arguments are already quoted for Windows. */
  readonly verbatim?: boolean;
  /** It was looked for and is not there. */
  readonly missing?: true;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Grace period of each shutdown step: after closing stdin, after SIGTERM, after SIGKILL. */
export const defaultGraceMs = 2000;

/**
 * A program started without a shell. Outside Windows it leads its own process group, which is terminated as a whole.
 */
export class Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** The program has exited; other processes of its group may still run. */
  readonly exited: Promise<Exit>;
  /** The whole group has exited, and the output has been read. */
  readonly gone: Promise<Exit>;
  readonly #graceMs: number;
  #ending: Promise<void> | undefined;
  /** On Windows, where all processes below this one have to be found first. */
  #endingTree: Promise<void> | undefined;

  /** Rejects if the program cannot be started. */
  static async start(command: ChildCommand, watchdog: Watchdog, graceMs = defaultGraceMs): Promise<Child> {
    const { file, args, env, cwd, verbatim, missing } = command;
    if (missing) throw programNotFound(file);
    const child = spawn(file, args, {
      env,
      ...(cwd !== undefined && { cwd }),
      stdio: 'pipe',
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments: verbatim === true,
    });
    const started = new Child(child, watchdog, graceMs);
    await new Promise<void>((done, fail) => child.once('spawn', done).once('error', fail));
    return started;
  }

  private constructor(child: ChildProcessWithoutNullStreams, watchdog: Watchdog, graceMs: number) {
    this.process = child;
    this.#graceMs = graceMs;
    // Later errors are reported through the exit.
    child.on('error', () => {});
    const { pid } = child;
    if (pid !== undefined) watchdog.watch(pid, async () => this.end());
    this.exited = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
    const drained = new Promise((done) => child.once('close', done));
    this.gone = this.exited.then(async (exit) => {
      if (pid !== undefined && !isWindows) await endGroup(pid, graceMs, this.#ending ? graceMs / 4 : 0);
      if (pid !== undefined) watchdog.forget(pid);
      // A process that left the group may keep the pipes open.
      await within(drained, graceMs / 4);
      for (const stream of child.stdio) stream?.destroy();
      return exit;
    });
  }

  /** Shuts down gracefully: closes stdin, then sends SIGTERM, then SIGKILL to the whole group. */
  async end(): Promise<void> {
    this.#ending ??= this.#end();
    await this.#ending;
  }

  async #end(): Promise<void> {
    this.process.stdin.end();
    if (!(await within(this.exited, this.#graceMs))) {
      this.#signal('SIGTERM');
      if (!(await within(this.exited, this.#graceMs))) this.#signal('SIGKILL');
    }
    await this.#endingTree;
    await this.gone;
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.process;
    if (pid === undefined) return;
    if (!isWindows) signalGroup(pid, signal);
    else this.#endingTree ??= endTree(pid);
  }
}

const isWindows = process.platform === 'win32';

/** Whether a promise settles in time. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(done, ms, false);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
