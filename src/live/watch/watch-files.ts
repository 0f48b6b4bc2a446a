import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { identityOf, stateOfFiles, watchTargets } from './watch-targets.ts';

export interface WatchOptions {
  /** Debounce time: changes within it are reported once. */
  readonly quietMs?: number;
  /** Polling interval if the system cannot watch a directory. */
  readonly lookMs?: number;
  /** Polling interval in any case: some drives never report changes, without an error. */
  readonly anywayMs?: number;
  /** Replaceable for tests; default: `fs.watch`. */
  readonly watch?: Watch;
}

type Watch = (directory: string, listener: (event: string, name: string | null) => void) => FSWatcher;

/** Maximum debounce time while a file is written continuously. */
const MAX_DEBOUNCE_MS = 2000;

/** Calls `onChange` when a file is changed, created or deleted, until the returned function is called. */
export function watchFiles(files: readonly string[], onChange: () => void, options: WatchOptions = {}): () => void {
  const watching = new FileWatching(files, onChange, options);
  return () => watching.stop();
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Distinguishes a directory from a later one at the same path, which the watcher does not cover. */
  readonly identity: string;
}

class FileWatching {
  readonly #files: readonly string[];
  readonly #onChange: () => void;
  readonly #options: WatchOptions;
  readonly #watched = new Map<string, Watched>();
  #names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #state: string;
  #debounceTimer: NodeJS.Timeout | undefined;
  #firstEventAt: number | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(files: readonly string[], onChange: () => void, options: WatchOptions) {
    this.#files = files;
    this.#onChange = onChange;
    this.#options = options;
    this.#updateWatchers();
    this.#state = stateOfFiles(files);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#debounceTimer);
    clearTimeout(this.#pollTimer);
    for (const directory of this.#watched.keys()) this.#unwatch(directory);
  }

  /** Debounced, because a file may be written in several steps. */
  #debounce(): void {
    if (this.#isStopped) return;
    const now = performance.now();
    this.#firstEventAt ??= now;
    const left = Math.max(0, this.#firstEventAt + MAX_DEBOUNCE_MS - now);
    clearTimeout(this.#debounceTimer);
    this.#debounceTimer = setTimeout(() => this.#check(), Math.min(this.#options.quietMs ?? 100, left));
  }

  #check(): void {
    this.#firstEventAt = undefined;
    // Start watching before reading the state, so no change is missed in between.
    this.#updateWatchers();
    const state = stateOfFiles(this.#files);
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange();
  }

  /** Updates the watchers to the directories that exist now. */
  #updateWatchers(): void {
    this.#names = watchTargets(this.#files);
    for (const [directory, { identity }] of this.#watched) {
      if (!this.#names.has(directory) || identityOf(directory) !== identity) this.#unwatch(directory);
    }
    const isWatched = [...this.#names.keys()].map(
      (directory) => this.#watched.has(directory) || this.#watch(directory),
    );
    clearTimeout(this.#pollTimer);
    const { lookMs = 1000, anywayMs = 10_000 } = this.#options;
    this.#pollTimer = setTimeout(() => this.#check(), isWatched.includes(false) ? lookMs : anywayMs);
  }

  /** Returns false if the directory cannot be watched, for example because the system's limit is reached. */
  #watch(directory: string): boolean {
    const { watch: open = watch } = this.#options;
    try {
      const watcher = open(directory, (_, name) => {
        const isOurs = name === null || name === basename(directory) || this.#names.get(directory)?.has(name);
        if (isOurs) this.#debounce();
      });
      watcher.on('error', () => {
        this.#unwatch(directory);
        this.#debounce();
      });
      this.#watched.set(directory, { watcher, identity: identityOf(directory) });
      return true;
    } catch {
      return false;
    }
  }

  #unwatch(directory: string): void {
    this.#watched.get(directory)?.watcher.close();
    this.#watched.delete(directory);
  }
}
