import type { Host } from '../../model/host.ts';
import type { DeferredTools } from '../../runtime/tools/deferred-tools.ts';
import { type HiddenIssue, hiddenInTools } from '../../runtime/tools/hidden-text/hidden-in-tools.ts';
import {
  describeChanges,
  comparePins,
  incomparable,
  isSame,
  type PinDifference,
} from '../../runtime/tools/pins/compare-pins.ts';
import {
  type Acceptance,
  acceptPins,
  carryPins,
  type Pins,
  pinsOf,
  readPins,
  writePins,
} from '../../runtime/tools/pins/pins.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import type { KeyValueCache, LogEntry } from '../../runtime/types.ts';
import { pinFiles } from '../../store/state/pin-files.ts';

/** A server whose tools or instructions differ from the approved ones. */
export interface PinChange {
  readonly server: string;
  readonly difference: PinDifference;
}

/** Invisible characters in the tools or instructions of a server. */
export interface HiddenTexts {
  readonly server: string;
  readonly issues: readonly HiddenIssue[];
}

interface PinSources {
  readonly tools: DeferredTools;
  /** Pins stored in one of these directories are ignored, because its content could approve itself. */
  readonly outside: readonly string[];
  readonly log: (entry: LogEntry) => void;
  /** Masks secrets in stored pins. */
  readonly mask: (text: string) => string;
  /** Returns the store to use, given that of this machine. */
  readonly store?: (local: KeyValueCache) => KeyValueCache;
}

/**
 * Compares the tools of servers with the approved ones: the tools listed in this run, and before that the cached ones.
 * The first list of a server is approved automatically (trust on first use).
 */
export class ToolPins {
  readonly #tools: DeferredTools;
  readonly #store: KeyValueCache;
  readonly #log: (entry: LogEntry) => void;
  readonly #mask: (text: string) => string;
  readonly #changes = new Map<string, { readonly change: PinChange; readonly from: ServerTools }>();
  readonly #comparedAt = new WeakMap<ServerTools, Date>();
  readonly #listeners = new Set<(change: PinChange) => void>();
  #work: Promise<void> = Promise.resolve();

  constructor(host: Host, { tools, outside, log, mask, store = (local) => local }: PinSources) {
    this.#tools = tools;
    this.#store = store(pinFiles(host, outside));
    this.#log = log;
    this.#mask = mask;
    tools.onChange(() => this.#compareNew());
    this.#compareNew();
  }

  /** Changes of servers whose definition has not changed since. */
  get changes(): readonly PinChange[] {
    const current = [...this.#changes].filter(([name, { from }]) => this.#tools.servers.get(name) === from);
    return current.map(([, { change }]) => change);
  }

  /** Includes tools known only from the cache. */
  get hidden(): readonly HiddenTexts[] {
    return Array.from(this.#tools.servers.values(), (server) => ({
      server: server.toRun.name,
      issues: hiddenIn(server),
    })).filter(({ issues }) => issues.length > 0);
  }

  onChange(listener: (change: PinChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How the tools of a server differ from the approved ones. */
  differenceOf(server: string): PinDifference | undefined {
    return this.changes.find((change) => change.server === server)?.difference;
  }

  /** Approves the current tools of a server, or some of them. Returns false if it has not listed them in this run. */
  async accept(server: string, accepted?: Acceptance): Promise<boolean> {
    const from = this.#tools.servers.get(server);
    if (!from?.confirmed) return false;
    const now = pinsNow(from, this.#mask);
    await this.#enqueue(async () => {
      const old = accepted && (await readPins(this.#store, from.toRun, this.#mask));
      const pins = acceptPins(old, now, accepted);
      await writePins(this.#store, from.toRun, pins);
      this.#recordComparison(from, pins, now);
    });
    return true;
  }

  /** Resolves when all lists so far have been compared. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #compareNew(): void {
    for (const server of this.#tools.servers.values()) {
      const at = server.listing?.at;
      if (at === undefined || this.#comparedAt.get(server) === at) continue;
      this.#comparedAt.set(server, at);
      void this.#enqueue(async () => this.#compare(server)).catch((error: unknown) => {
        this.#setDifference(server, incomparable(server.tools.map(({ name }) => this.#mask(name))));
        const message = `The approved tool definitions cannot be read or written: ${String(error)}`;
        this.#log({ level: 'warning', server: server.toRun.name, message });
      });
    }
  }

  async #compare(server: ServerTools): Promise<void> {
    const { toRun, confirmed } = server;
    const now = pinsNow(server, this.#mask);
    const old = await readPins(this.#store, toRun, this.#mask);
    // Only a list from the server itself, not a cached one, is approved automatically.
    if (confirmed) await carryPins(this.#store, toRun, old ?? now);
    this.#recordComparison(server, old ?? now, now);
    if (confirmed) this.#report(server);
  }

  /** Logs changes once per list from the server; cached lists were logged earlier. */
  #report(server: ServerTools): void {
    const { name } = server.toRun;
    const hidden = hiddenIn(server).length;
    const difference = this.differenceOf(name);
    const messages = [
      ...(hidden > 0
        ? [`Its tools contain invisible characters in ${hidden} ${hidden === 1 ? 'place' : 'places'}.`]
        : []),
      ...(difference ? [`Its tools changed since they were accepted: ${describeChanges(difference).join(', ')}.`] : []),
    ];
    for (const message of messages) this.#log({ level: 'warning', server: name, message });
  }

  #recordComparison(from: ServerTools, old: Pins, now: Pins): void {
    this.#setDifference(from, comparePins(old, now));
  }

  #setDifference(from: ServerTools, difference: PinDifference): void {
    const server = from.toRun.name;
    this.#changes.delete(server);
    if (isSame(difference)) return;
    const change = { server, difference };
    this.#changes.set(server, { change, from });
    for (const listener of this.#listeners) listener(change);
  }

  /** Runs jobs in sequence, because two must not write the same file. */
  async #enqueue(work: () => Promise<void>): Promise<void> {
    const working = this.#work.then(work);
    this.#work = working.catch(() => {});
    await working;
  }
}

function hiddenIn({ tools, listing }: ServerTools): HiddenIssue[] {
  return hiddenInTools(tools, listing?.info.instructions);
}

function pinsNow({ tools, listing }: ServerTools, mask: (text: string) => string): Pins {
  return pinsOf(tools, listing?.info.instructions, mask);
}
