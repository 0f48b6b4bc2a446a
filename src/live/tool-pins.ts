import type { Host } from '../model/host.ts';
import { comparePins, isSame, type PinDifference } from '../runtime/tools/compare-pins.ts';
import type { DeferredTools } from '../runtime/tools/deferred-tools.ts';
import { type HiddenFinding, hiddenInTools } from '../runtime/tools/hidden-in-tools.ts';
import { type Acceptance, acceptPins, type Pins, pinsOf, readPins, writePins } from '../runtime/tools/pins.ts';
import type { ServerTools } from '../runtime/tools/server-tools.ts';
import type { KeyValueCache, LogEntry } from '../runtime/types.ts';
import { pinFiles } from '../store/pin-files.ts';

/** A server that tells a model something else than what was accepted. */
export interface PinChange {
  readonly server: string;
  readonly difference: PinDifference;
}

/** Characters in what a server tells a model that a person does not see. */
export interface HiddenTexts {
  readonly server: string;
  readonly findings: readonly HiddenFinding[];
}

interface PinSources {
  readonly tools: DeferredTools;
  /** Nothing is accepted when the state lies in one of these, whose content could accept itself. */
  readonly outside: readonly string[];
  readonly log: (entry: LogEntry) => void;
  /** Hides secrets in what is kept. */
  readonly mask: (text: string) => string;
}

/**
 * Compares what servers say about their tools with what was accepted. What a server says the first time is; whoever
 * started it has trusted it that far.
 */
export class ToolPins {
  readonly #tools: DeferredTools;
  readonly #store: KeyValueCache;
  readonly #log: (entry: LogEntry) => void;
  readonly #mask: (text: string) => string;
  readonly #changes = new Map<string, PinChange>();
  readonly #seen = new WeakMap<ServerTools, Date>();
  readonly #listeners = new Set<(change: PinChange) => void>();
  #work: Promise<void> = Promise.resolve();

  constructor(host: Host, { tools, outside, log, mask }: PinSources) {
    this.#tools = tools;
    this.#store = pinFiles(host, outside);
    this.#log = log;
    this.#mask = mask;
    tools.onChange(() => this.#look());
    this.#look();
  }

  /** Of servers that are still there. */
  get changes(): readonly PinChange[] {
    return [...this.#changes.values()].filter(({ server }) => this.#tools.servers.has(server));
  }

  /** Also in tools that are only known from an earlier run. */
  get hidden(): readonly HiddenTexts[] {
    return Array.from(this.#tools.servers.values(), (server) => ({
      server: server.toRun.name,
      findings: hiddenIn(server),
    })).filter(({ findings }) => findings.length > 0);
  }

  onChange(listener: (change: PinChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Accepts what a server says now, or only some of it. False when it has said nothing in this run. */
  async accept(server: string, accepted?: Acceptance): Promise<boolean> {
    const from = this.#tools.servers.get(server);
    if (!from?.confirmed) return false;
    const now = pinsNow(from, this.#mask);
    await this.#next(async () => {
      const old = accepted && (await readPins(this.#store, from.toRun, this.#mask));
      const pins = acceptPins(old, now, accepted);
      await writePins(this.#store, from.toRun, pins);
      this.#note(server, pins, now);
    });
    return true;
  }

  /** Whatever has been listed so far has been compared. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #look(): void {
    for (const server of this.#tools.servers.values()) {
      const at = server.listing?.at;
      if (!server.confirmed || at === undefined || this.#seen.get(server) === at) continue;
      this.#seen.set(server, at);
      void this.#next(async () => this.#compare(server)).catch((error: unknown) => {
        const message = `What was accepted of its tools cannot be read or written: ${String(error)}`;
        this.#log({ level: 'warning', server: server.toRun.name, message });
      });
    }
  }

  async #compare(server: ServerTools): Promise<void> {
    const { toRun } = server;
    const now = pinsNow(server, this.#mask);
    const old = await readPins(this.#store, toRun, this.#mask);
    if (!old) await writePins(this.#store, toRun, now);
    const hidden = hiddenIn(server).length;
    if (hidden > 0) {
      const message = `What it says about its tools holds ${hidden} ${hidden === 1 ? 'place' : 'places'} that nobody sees.`;
      this.#log({ level: 'warning', server: toRun.name, message });
    }
    this.#note(toRun.name, old ?? now, now);
  }

  #note(server: string, old: Pins, now: Pins): void {
    const difference = comparePins(old, now);
    this.#changes.delete(server);
    if (isSame(difference)) return;
    const change = { server, difference };
    this.#changes.set(server, change);
    this.#log({ level: 'warning', server, message: inWords(difference) });
    for (const listener of this.#listeners) listener(change);
  }

  /** One after the other: two of them must not write the same file. */
  async #next(work: () => Promise<void>): Promise<void> {
    const working = this.#work.then(work);
    this.#work = working.catch(() => {});
    await working;
  }
}

function hiddenIn({ tools, listing }: ServerTools): HiddenFinding[] {
  return hiddenInTools(tools, listing?.info.instructions);
}

function pinsNow({ tools, listing }: ServerTools, mask: (text: string) => string): Pins {
  return pinsOf(tools, listing?.info.instructions, mask);
}

function inWords({ added, removed, changed, instructions }: PinDifference): string {
  const changes = [
    ...added.map((tool) => `${tool} is new`),
    ...removed.map((tool) => `${tool} is gone`),
    ...changed.map(({ tool }) => `${tool} has changed`),
    ...(instructions ? ['its instructions have changed'] : []),
  ];
  return `Its tools are not as they were accepted: ${changes.join(', ')}.`;
}
