import { canonicalJson } from '../../model/canonical-json.ts';
import { ConnectionError } from '../connect/errors.ts';
import type { KeyValueCache, LogEntry, Permission, ServerToRun } from '../types.ts';
import { type ListedTool, type ListingProblem, readTools } from './listed-tool.ts';
import { listedInfo, type Listing, readListing, writeListing } from './tool-cache.ts';
import type { ToolSession, ToolSource } from './tool-source.ts';

/** A server and the way to it. */
export interface BridgedServer {
  readonly toRun: ServerToRun;
  readonly connection: ToolSource;
}

export interface ServerToolsOptions {
  readonly cache?: KeyValueCache;
  readonly permission?: (toRun: ServerToRun) => Promise<Permission>;
  readonly log?: (entry: LogEntry) => void;
  /** Hides secrets; a list in which it finds some is not kept. */
  readonly mask?: (text: string) => string;
  /** The tools, or what is known about the server, may be other ones now. */
  readonly onChange: () => void;
  /** The server has other resources or prompts than it had. */
  readonly onOther: (kind: 'resources' | 'prompts') => void;
  /** Time between two lists that a server asks for itself. */
  readonly gapMs?: number;
}

/** The tools of one server: first those of the last run, then what the server says, for as long as it changes its mind. */
export class ServerTools {
  /** Replaced when only what does not concern the connection has changed. */
  toRun: ServerToRun;
  readonly connection: ToolSource;
  tools: readonly ListedTool[] = [];
  problems: readonly ListingProblem[] = [];
  listing: Omit<Listing, 'items'> | undefined;
  /** Whether the server itself has listed these tools in this run. */
  confirmed = false;
  /** Why it was last not possible to list them. */
  error: unknown;

  readonly #options: ServerToolsOptions;
  readonly #closing = new AbortController();
  readonly #stopWatching: () => void;
  #session: ToolSession | undefined;
  #stopListening: (() => void) | undefined;
  #refreshing: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ toRun, connection }: BridgedServer, options: ServerToolsOptions) {
    this.toRun = toRun;
    this.connection = connection;
    this.#options = options;
    this.#stopWatching = connection.onChange(() => void this.#look());
  }

  /** Takes over what the server offered in an earlier run, unless it has spoken itself. */
  async readCache(): Promise<void> {
    const { cache, permission } = this.#options;
    if (!cache) return;
    const listing = await readListing(cache, this.toRun, 'tools').catch(() => undefined);
    if (!listing) return;
    const answer = permission ? await permission(this.toRun).catch(() => 'denied') : 'approved';
    if (answer === 'approved' && !this.confirmed) this.#take(listing);
  }

  /** Asks the server, connecting if need be. Never rejects: see `error`. */
  async refresh(): Promise<void> {
    this.#again = true;
    this.#refreshing ??= this.#refreshAll();
    await this.#refreshing;
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#stopWatching();
    this.#stopListening?.();
  }

  /** Whoever asks while a list is under way may know of a change that is not in it. */
  async #refreshAll(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (this.#again && !signal.aborted) {
        this.#again = false;
        const isListed = await this.#ask(signal);
        if (signal.aborted) return;
        this.#options.onChange();
        if (isListed) await this.#writeCache();
      }
    } finally {
      this.#refreshing = undefined;
    }
  }

  async #ask(signal: AbortSignal): Promise<boolean> {
    try {
      const session = await this.connection.ready(signal);
      this.#attach(session);
      // Whoever has asked meanwhile gets this list.
      this.#again = false;
      this.#askedAt = performance.now();
      const items = await session.listAll('tools', signal);
      this.#take({ at: new Date(), info: listedInfo(session.info), items });
      this.confirmed = true;
      this.error = undefined;
      return true;
    } catch (error) {
      this.error = error;
      // What a server that may not be used says about its tools is not for a model either.
      if (error instanceof ConnectionError && error.failure.kind === 'denied') this.tools = [];
      return false;
    }
  }

  /** A tool that is as it was stays the same object. */
  #take({ at, info, items }: Listing): void {
    const { tools, problems } = readTools(items);
    const known = new Map(this.tools.map((tool) => [canonicalJson(tool.raw), tool]));
    this.tools = tools.map((tool) => known.get(canonicalJson(tool.raw)) ?? tool);
    this.problems = problems;
    this.listing = { at, info };
  }

  async #writeCache(): Promise<void> {
    const { cache, log, mask } = this.#options;
    if (!cache || !this.listing) return;
    const items = this.tools.map(({ raw }) => raw);
    await writeListing(cache, this.toRun, 'tools', { ...this.listing, items }, mask).catch((error: unknown) => {
      log?.({
        level: 'warning',
        server: this.toRun.name,
        message: `The list of tools cannot be kept: ${String(error)}`,
      });
    });
  }

  /** A connection that is made again is another session, which may offer other tools. */
  async #look(): Promise<void> {
    if (this.connection.state.name !== 'ready' || this.#closing.signal.aborted) return;
    const session = await this.connection.ready(this.#closing.signal).catch(() => undefined);
    if (session && this.#attach(session)) await this.refresh();
  }

  /** Whether the session is a new one. */
  #attach(session: ToolSession): boolean {
    if (session === this.#session || this.#closing.signal.aborted) return false;
    this.#stopListening?.();
    this.#session = session;
    this.#stopListening = session.onNotification((method) => {
      if (method === 'notifications/tools/list_changed') this.#refreshSoon();
      else if (method === 'notifications/resources/list_changed') this.#options.onOther('resources');
      else if (method === 'notifications/prompts/list_changed') this.#options.onOther('prompts');
    });
    return true;
  }

  /** A server that announces a change with every list would otherwise be asked without end. */
  #refreshSoon(): void {
    const { gapMs = 1000 } = this.#options;
    const wait = Math.max(0, this.#askedAt + gapMs - performance.now());
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh();
    }, wait);
    this.#timer.unref();
  }
}
