import { type FSWatcher, watch } from 'node:fs';
import { LogTail } from './log-tail.ts';

/** Polling interval, for file systems without change events. */
const POLL_MS = 500;

/** Lines appended to files, until the signal aborts. Files may appear and be replaced. */
export async function* followTails(
  directory: string,
  paths: () => readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  const tails = new Map<string, LogTail>();
  const watcher = new DirectoryWatch(directory, signal);
  try {
    for (;;) {
      if (signal?.aborted) return;
      for (const path of paths()) if (!tails.has(path)) tails.set(path, new LogTail(path));
      const lines = [...tails.values()].flatMap((tail) => tail.read());
      if (lines.length > 0) yield lines;
      else await watcher.changed();
    }
  } finally {
    watcher.close();
    for (const tail of tails.values()) tail.close();
  }
}

/** Resolves when something in a directory may have changed. */
class DirectoryWatch {
  readonly #directory: string;
  readonly #signal: AbortSignal | undefined;
  #watcher: FSWatcher | undefined;
  #wake: () => void = () => {};
  #hasChanged = false;

  constructor(directory: string, signal: AbortSignal | undefined) {
    this.#directory = directory;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onChange);
  }

  /** Resolves after the polling interval at the latest. */
  async changed(): Promise<void> {
    this.#watch();
    if (!this.#hasChanged) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, POLL_MS);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#hasChanged = false;
  }

  close(): void {
    this.#watcher?.close();
    this.#signal?.removeEventListener('abort', this.#onChange);
  }

  readonly #onChange = (): void => {
    this.#hasChanged = true;
    this.#wake();
  };

  /** The directory may not exist yet. */
  #watch(): void {
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.#directory, this.#onChange).on('error', () => {});
    } catch {
      // Polling covers this case.
    }
  }
}
