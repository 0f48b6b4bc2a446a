import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { identityOf, stateOfFiles, watchTargets } from './watch-targets.ts';

export interface WatchOptions {
  /** Changes that come shortly after each other are one. */
  readonly quietMs?: number;
  /** How often to look where the system cannot tell. */
  readonly lookMs?: number;
  /** How often to look in any case: some drives never tell, and do not say so either. */
  readonly anywayMs?: number;
  /** Node's own, unless a test has another one. */
  readonly watch?: Watch;
}

type Watch = (directory: string, listener: (event: string, name: string | null) => void) => FSWatcher;

/** However often a file is written, it is looked at after this time. */
const LONGEST_WAIT_MS = 2000;

/** Calls back when one of the files has changed, come or gone, until the returned function is called. */
export function watchFiles(files: readonly string[], onChange: () => void, options: WatchOptions = {}): () => void {
  const watching = new FileWatching(files, onChange, options);
  return () => watching.stop();
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Tells a directory from a later one at the same path, about which the watcher knows nothing. */
  readonly identity: string;
}

class FileWatching {
  readonly #files: readonly string[];
  readonly #onChange: () => void;
  readonly #options: WatchOptions;
  readonly #watched = new Map<string, Watched>();
  #names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #state: string;
  #quiet: NodeJS.Timeout | undefined;
  #heardFirst: number | undefined;
  #next: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(files: readonly string[], onChange: () => void, options: WatchOptions) {
    this.#files = files;
    this.#onChange = onChange;
    this.#options = options;
    this.#listen();
    this.#state = stateOfFiles(files);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#quiet);
    clearTimeout(this.#next);
    for (const directory of this.#watched.keys()) this.#leave(directory);
  }

  /** When nothing has happened for a moment: a file may be written in several steps. */
  #soon(): void {
    if (this.#isStopped) return;
    const now = performance.now();
    this.#heardFirst ??= now;
    const left = Math.max(0, this.#heardFirst + LONGEST_WAIT_MS - now);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#look(), Math.min(this.#options.quietMs ?? 100, left));
  }

  #look(): void {
    this.#heardFirst = undefined;
    // First listen, then look: what happens in between is seen.
    this.#listen();
    const state = stateOfFiles(this.#files);
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange();
  }

  /** To the directories that are there now. */
  #listen(): void {
    this.#names = watchTargets(this.#files);
    for (const [directory, { identity }] of this.#watched) {
      if (!this.#names.has(directory) || identityOf(directory) !== identity) this.#leave(directory);
    }
    const isHeard = [...this.#names.keys()].map((directory) => this.#watched.has(directory) || this.#watch(directory));
    clearTimeout(this.#next);
    const { lookMs = 1000, anywayMs = 10_000 } = this.#options;
    this.#next = setTimeout(() => this.#look(), isHeard.includes(false) ? lookMs : anywayMs);
  }

  /** False when that is not possible, as when there are no more watchers to be had. */
  #watch(directory: string): boolean {
    const { watch: open = watch } = this.#options;
    try {
      const watcher = open(directory, (_, name) => {
        const isOurs = name === null || name === basename(directory) || this.#names.get(directory)?.has(name);
        if (isOurs) this.#soon();
      });
      watcher.on('error', () => {
        this.#leave(directory);
        this.#soon();
      });
      this.#watched.set(directory, { watcher, identity: identityOf(directory) });
      return true;
    } catch {
      return false;
    }
  }

  #leave(directory: string): void {
    this.#watched.get(directory)?.watcher.close();
    this.#watched.delete(directory);
  }
}
