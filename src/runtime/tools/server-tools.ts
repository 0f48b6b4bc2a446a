import { canonicalJson } from '../../model/json/canonical-json.ts';
import { ConnectionError } from '../connect/errors.ts';
import type { KeyValueCache, LogEntry, Permission, ServerToRun } from '../types.ts';
import { type ListedTool, type ListingProblem, readTools } from './listed-tool.ts';
import { listedInfo, type Listing, readListing, writeListing } from './tool-cache.ts';
import type { ToolSession, ToolSource } from './tool-source.ts';

/** A server and its connection. */
export interface BridgedServer {
  readonly toRun: ServerToRun;
  readonly connection: ToolSource;
}

export interface ServerToolsOptions {
  readonly cache?: KeyValueCache;
  readonly permission?: (toRun: ServerToRun) => Promise<Permission>;
  readonly log?: (entry: LogEntry) => void;
  /** Masks secrets; a list that contains any is not cached. */
  readonly mask?: (text: string) => string;
  /** The tools or the status of the server changed. */
  readonly onChange: () => void;
  /** The resources or prompts of the server changed. */
  readonly onOther: (kind: 'resources' | 'prompts') => void;
  /** Minimum time between two lists triggered by a server. */
  readonly gapMs?: number;
}

/** The tools of one server: cached ones first, then as the server lists and updates them. */
export class ServerTools {
  /** Replaced if only fields changed that do not affect the connection. */
  toRun: ServerToRun;
  readonly connection: ToolSource;
  tools: readonly ListedTool[] = [];
  problems: readonly ListingProblem[] = [];
  listing: Omit<Listing, 'items'> | undefined;
  /** Whether the server has listed these tools in this run. */
  confirmed = false;
  /** Why the last listing failed. */
  error: unknown;

  readonly #options: ServerToolsOptions;
  readonly #closing = new AbortController();
  readonly #stopWatching: () => void;
  #session: ToolSession | undefined;
  #stopListening: (() => void) | undefined;
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ toRun, connection }: BridgedServer, options: ServerToolsOptions) {
    this.toRun = toRun;
    this.connection = connection;
    this.#options = options;
    this.#stopWatching = connection.onChange(() => void this.#onConnectionChange());
  }

  /**
   * Loads the cached tools, unless the server has answered already. Not every listing is cached, so the tools of a
   * predecessor with the same definition are the fallback.
   */
  async readCache(predecessor?: ServerTools): Promise<void> {
    const { cache, permission } = this.#options;
    const listing = cache && (await readListing(cache, this.toRun, 'tools').catch(() => undefined));
    if (!listing && !predecessor?.listing) return;
    const answer = permission ? await permission(this.toRun).catch(() => 'denied') : 'approved';
    if (answer !== 'approved' || this.confirmed) return;
    if (listing) this.#take(listing);
    else if (predecessor) ({ tools: this.tools, problems: this.problems, listing: this.listing } = predecessor);
  }

  /** Lists the tools, connecting if needed. Never rejects: see `error`. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#refreshing ??= this.#refreshAll();
    await this.#refreshing;
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#stopWatching();
    this.#stopListening?.();
  }

  /** Repeats if requested during a listing, which may miss a later change. */
  async #refreshAll(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (this.#isStale && !signal.aborted) {
        this.#isStale = false;
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
      // Requests made so far are covered by this listing.
      this.#isStale = false;
      this.#askedAt = performance.now();
      const items = await session.listAll('tools', signal);
      this.#take({ at: new Date(), info: listedInfo(session.info), items });
      this.confirmed = true;
      this.error = undefined;
      return true;
    } catch (error) {
      this.error = error;
      // Tools of a denied server must not reach a model either.
      if (error instanceof ConnectionError && error.failure.kind === 'denied') this.tools = [];
      return false;
    }
  }

  /** Unchanged tools keep their object identity. */
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
        message: `The list of tools cannot be cached: ${String(error)}`,
      });
    });
  }

  /** A new session may offer different tools. */
  async #onConnectionChange(): Promise<void> {
    if (this.connection.state.name !== 'ready' || this.#closing.signal.aborted) return;
    const session = await this.connection.ready(this.#closing.signal).catch(() => undefined);
    if (session && this.#attach(session)) await this.refresh();
  }

  /** Returns whether the session is new. */
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

  /** Rate limit: a server that announces a change with every list would otherwise be asked forever. */
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
