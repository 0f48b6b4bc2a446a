import type { Host } from '../model/host.ts';
import {
  changesInWords,
  comparePins,
  incomparable,
  isSame,
  type PinDifference,
} from '../runtime/tools/compare-pins.ts';
import type { DeferredTools } from '../runtime/tools/deferred-tools.ts';
import { type HiddenFinding, hiddenInTools } from '../runtime/tools/hidden-in-tools.ts';
import {
  type Acceptance,
  acceptPins,
  carryPins,
  type Pins,
  pinsOf,
  readPins,
  writePins,
} from '../runtime/tools/pins.ts';
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
 * Compares what servers say about their tools with what was accepted: what they say in this run, and until then what
 * they said when they were last asked. What a server says the first time is accepted.
 */
export class ToolPins {
  readonly #tools: DeferredTools;
  readonly #store: KeyValueCache;
  readonly #log: (entry: LogEntry) => void;
  readonly #mask: (text: string) => string;
  readonly #changes = new Map<string, { readonly change: PinChange; readonly from: ServerTools }>();
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

  /** Of servers that are still there, with the definition they had. */
  get changes(): readonly PinChange[] {
    const current = [...this.#changes].filter(([name, { from }]) => this.#tools.servers.get(name) === from);
    return current.map(([, { change }]) => change);
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

  /** The tools of a server that are not as they were accepted, and how. */
  differenceOf(server: string): PinDifference | undefined {
    return this.changes.find((change) => change.server === server)?.difference;
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
      this.#note(from, pins, now);
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
      if (at === undefined || this.#seen.get(server) === at) continue;
      this.#seen.set(server, at);
      void this.#next(async () => this.#compare(server)).catch((error: unknown) => {
        this.#keep(server, incomparable(server.tools.map(({ name }) => this.#mask(name))));
        const message = `What was accepted of its tools cannot be read or written: ${String(error)}`;
        this.#log({ level: 'warning', server: server.toRun.name, message });
      });
    }
  }

  async #compare(server: ServerTools): Promise<void> {
    const { toRun, confirmed } = server;
    const now = pinsNow(server, this.#mask);
    const old = await readPins(this.#store, toRun, this.#mask);
    // Only what the server itself says now is accepted without a person.
    if (confirmed) await carryPins(this.#store, toRun, old ?? now);
    this.#note(server, old ?? now, now);
    if (confirmed) this.#report(server);
  }

  /** Once for each list that a server gives; what is only remembered was reported when it was given. */
  #report(server: ServerTools): void {
    const { name } = server.toRun;
    const hidden = hiddenIn(server).length;
    const difference = this.differenceOf(name);
    const messages = [
      ...(hidden > 0
        ? [
            `What it says about its tools holds ${hidden} ${hidden === 1 ? 'place' : 'places'} with invisible characters.`,
          ]
        : []),
      ...(difference ? [`Its tools are not as they were accepted: ${changesInWords(difference).join(', ')}.`] : []),
    ];
    for (const message of messages) this.#log({ level: 'warning', server: name, message });
  }

  #note(from: ServerTools, old: Pins, now: Pins): void {
    this.#keep(from, comparePins(old, now));
  }

  #keep(from: ServerTools, difference: PinDifference): void {
    const server = from.toRun.name;
    this.#changes.delete(server);
    if (isSame(difference)) return;
    const change = { server, difference };
    this.#changes.set(server, { change, from });
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
