import { type FSWatcher, watch } from 'node:fs';
import { LogTail } from './log-tail.ts';

/** Polling interval, for file systems without change events. */
const LOOK_EVERY_MS = 500;

/** Lines appended to files, until the signal aborts. Files may appear and be replaced. */
export async function* followTails(
  directory: string,
  paths: () => readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  const tails = new Map<string, LogTail>();
  const bell = new Bell(directory, signal);
  try {
    for (;;) {
      if (signal?.aborted) return;
      for (const path of paths()) if (!tails.has(path)) tails.set(path, new LogTail(path));
      const lines = [...tails.values()].flatMap((tail) => tail.read());
      if (lines.length > 0) yield lines;
      else await bell.rung();
    }
  } finally {
    bell.close();
    for (const tail of tails.values()) tail.close();
  }
}

/** Resolves when something in a directory may have changed. */
class Bell {
  readonly #directory: string;
  readonly #signal: AbortSignal | undefined;
  #watcher: FSWatcher | undefined;
  #ring: () => void = () => {};
  #hasRung = false;

  constructor(directory: string, signal: AbortSignal | undefined) {
    this.#directory = directory;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onRing);
  }

  /** Resolves after the polling interval at the latest. */
  async rung(): Promise<void> {
    this.#watch();
    if (!this.#hasRung) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, LOOK_EVERY_MS);
        this.#ring = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#hasRung = false;
  }

  close(): void {
    this.#watcher?.close();
    this.#signal?.removeEventListener('abort', this.#onRing);
  }

  readonly #onRing = (): void => {
    this.#hasRung = true;
    this.#ring();
  };

  /** The directory may not exist yet. */
  #watch(): void {
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.#directory, this.#onRing).on('error', () => {});
    } catch {
      // Polling covers this case.
    }
  }
}
