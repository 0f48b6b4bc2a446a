import type { RawLink } from '../../runtime/connect/raw-link.ts';
import { servicesWith } from '../../runtime/connect/session/connection-services.ts';
import { listAll } from '../../runtime/connect/session/list-all.ts';
import { openRaw } from '../../runtime/connect/session/open-session.ts';
import type { ListKind, SessionInfo } from '../../runtime/connect/session/session.ts';
import { timeLimitOf } from '../../runtime/connect/session/time-limit.ts';
import { Connection } from '../../runtime/connection.ts';
import { hashOf } from '../../runtime/tools/canonical.ts';
import { definitionKey } from '../../runtime/tools/pins/definition-key.ts';
import { listedInfo } from '../../runtime/tools/tool-cache.ts';
import type { ConnectionState, ServerToRun } from '../../runtime/types.ts';
import { Catalog, listKinds, type Lists } from '../catalog/catalog.ts';
import type { Frame } from '../session/session.ts';
import { CoalescingRunner } from '../traffic/coalescing-runner.ts';
import { CallStats } from './call-stats.ts';
import { request } from './gateway-request.ts';
import { makeRoomForUser, needsOwnLink, optionsFor, userKey } from './isolation.ts';
import { listChanges } from './list-changes.ts';
import { PinChecks } from './pin-checks.ts';
import { checkPinsOnce, type PinCheck } from './quarantine.ts';
import { SharedBreaker } from './shared-breaker.ts';
import { UpstreamLink } from './upstream-link.ts';
import { type LinkOwner, SHARED, sharedOwner, type UpstreamServices } from './upstream-services.ts';

/** Minimum pause between two list requests, for servers that announce changes continuously. */
const RELIST_PAUSE_MS = 250;

const nothingWithheld: PinCheck = { withheld: new Set(), added: [] };

/** One server behind the gateway: its lists and the connections to it. */
export class Upstream {
  readonly name: string;
  readonly toRun: ServerToRun;
  /** Equal for the same definition at every replica. */
  readonly key: string;
  readonly catalog: Catalog;
  readonly stats = new CallStats();
  pinCheck: PinCheck = nothingWithheld;
  /** The state to report while there is no connection. */
  state: ConnectionState = { name: 'idle' };
  /** Resolves when the lists are available or the server has failed. */
  readonly settled: Promise<void>;
  isSettled = false;
  /**
   * When the first connection started, in milliseconds of `performance.now()`, and how long until the lists arrived.
   */
  beganAt: number | undefined;
  answeredMs: number | undefined;
  readonly #services: UpstreamServices<Upstream>;
  readonly #sharedOwner: LinkOwner;
  readonly #pinChecks = new PinChecks((link) => {
    if (link.info) void this.#list(link, link.info, ['tools']);
  });
  readonly #relists = new WeakMap<UpstreamLink, CoalescingRunner>();
  readonly #own = new Map<string, UpstreamLink>();
  readonly #breaker: SharedBreaker | undefined;
  #shared: UpstreamLink | undefined;
  #verifiedAt = Number.NEGATIVE_INFINITY;
  #settle: () => void = () => {};

  constructor(toRun: ServerToRun, services: UpstreamServices<Upstream>) {
    this.name = toRun.name;
    this.toRun = toRun;
    this.#services = services;
    this.#sharedOwner = sharedOwner(services.options);
    this.key = hashOf([toRun.name, definitionKey(toRun)]);
    const { shared } = services.options.state ?? {};
    // A process that fails on one machine may work on another.
    this.#breaker = shared && toRun.server.url !== undefined ? new SharedBreaker(shared.breakers, this.key) : undefined;
    this.catalog = new Catalog(services.options.cache, toRun, services.options.mask);
    this.settled = new Promise((done) => {
      this.#settle = () => {
        this.isSettled = true;
        done();
      };
    });
  }

  get links(): UpstreamLink[] {
    return [...(this.#shared ? [this.#shared] : []), ...this.#own.values()];
  }

  /** Loads cached lists if the server is approved. */
  async start(): Promise<void> {
    const { options } = this.#services;
    const permission = await options.permission(this.toRun).catch(() => 'denied' as const);
    if (permission !== 'approved') {
      // Connecting sets the state and message for a missing approval.
      await this.#linkOf(this.#sharedOwner).connect();
      return this.#settle();
    }
    if (!(await this.catalog.read())) {
      if (await options.failures?.recall(this.toRun, 'connect')) this.#settle();
      return;
    }
    await this.checkPins();
    this.#settle();
    this.#services.onListsChanged(this, []);
  }

  /** Connects, which refreshes the lists, unless they are fresh. */
  refreshLists(owner?: LinkOwner): void {
    const { at } = this.catalog;
    const isFresh = at !== undefined && Date.now() - at.getTime() < this.#services.limits.freshMs;
    if (!isFresh && !this.isForbidden) void (this.#live() ?? this.linkFor(owner)).connect();
  }

  get isForbidden(): boolean {
    const { state } = this;
    return state.name === 'needs-approval' || (state.name === 'failed' && state.failure.kind === 'denied');
  }

  /**
   * The connection for requests of a session: its own one if servers can send it requests, otherwise the shared one.
   */
  linkFor(owner?: LinkOwner): UpstreamLink {
    if (!owner?.acceptsServerRequests) return this.#commonLink(owner);
    const own = this.#own.get(owner.id);
    if (own) return own;
    return this.#own.size < this.#services.limits.ownLinks ? this.#linkOf(owner) : this.#commonLink(owner);
  }

  /** The connection that sessions share: all of them, or those of one principal. Throws `TooManyProcesses`. */
  #commonLink(owner: LinkOwner | undefined): UpstreamLink {
    const { options } = this.#services;
    if (!owner || !needsOwnLink(this.toRun, owner, options)) return this.#shared ?? this.#linkOf(this.#sharedOwner);
    const [id, { principal, account }] = [userKey(owner), owner];
    makeRoomForUser(this.#own, id, this.toRun.server.url !== undefined, options.isolation);
    return this.#linkOf({ ...this.#sharedOwner, id, principal, account });
  }

  /** The session, or the user, that owns the connection; undefined if it is shared by all. */
  ownerOf(link: UpstreamLink): string | undefined {
    for (const [id, own] of this.#own) if (own === link) return id;
    return undefined;
  }

  ownLink(id: string): UpstreamLink | undefined {
    return this.#own.get(id);
  }

  /** Closes the connection of one session. */
  async closeOwnLink(id: string): Promise<void> {
    const own = this.#own.get(id);
    this.#own.delete(id);
    await own?.close();
  }

  sweep(now: number): void {
    for (const link of this.links) link.sweep(now, this.#services.limits.idleMs);
  }

  async close(): Promise<void> {
    this.#settle();
    await Promise.all(this.links.map(async (link) => link.close()));
  }

  /** Compares the lists with the pins, which may have changed in the meantime. */
  async checkPins(): Promise<void> {
    const { options } = this.#services;
    if (!options.pins) return;
    const { tools } = this.catalog.lists;
    const { instructions } = this.catalog.info;
    const said = { tools, ...(instructions !== undefined && { instructions }) };
    try {
      this.pinCheck = await checkPinsOnce(options.pins, this.toRun, said, options.mask);
    } catch (error) {
      // Without readable pins, nothing counts as approved.
      this.pinCheck = { withheld: new Set(tools.map(({ name }) => String(name))), added: [], isUnverified: true };
      this.#log('error', `The approved tool definitions cannot be read or written: ${String(error)}`);
    }
  }

  /** Resolves when the tools listed on this connection were compared with the pins; undefined if they already were. */
  pinsChecked(link: UpstreamLink): Promise<void> | undefined {
    return this.#services.options.pins && this.#pinChecks.wait(link);
  }

  #live(): UpstreamLink | undefined {
    return this.links.find(({ info }) => info) ?? this.links.at(-1);
  }

  #linkOf(owner: LinkOwner): UpstreamLink {
    const isShared = owner.id === SHARED;
    const known = isShared ? this.#shared : this.#own.get(owner.id);
    if (known) return known;
    const { options, limits, watchdog, slots, onRequest, onNotification, onFault } = this.#services;
    const open = async (...[resolution, session, signal]: OpenArguments): Promise<RawLink> => {
      await this.#breaker?.check();
      this.beganAt ??= performance.now();
      return openRaw(resolution, session, owner.client, signal);
    };
    const own = optionsFor(this.toRun, owner, options);
    const connection = new Connection(this.toRun, servicesWith(own, watchdog, open, slots));
    const link = new UpstreamLink(
      connection,
      {
        onConnected: (from, info) => this.#onConnected(from, info),
        onRequest: (from, frame) => onRequest(this, from, frame),
        onNotification: (from, frame) => this.#onNotification(from, frame, onNotification),
        onBadMessage: (bad) => this.#log('warning', `The server sent an invalid message. ${bad.reason}`),
        onFault: (error) => onFault(this, error),
      },
      limits,
    );
    connection.onChange((state) => {
      if (state.name !== 'ready') this.#pinChecks.forget(link);
      // That one user has not signed in says nothing about the server.
      if (own !== options && state.name === 'needs-sign-in') return this.#settle();
      options.failures?.observe(connection);
      this.#breaker?.observe(state);
      this.#onState(state);
    });
    if (isShared) this.#shared = link;
    else this.#own.set(owner.id, link);
    return link;
  }

  #onState(state: ConnectionState): void {
    if (state.name !== 'closed') this.state = state;
    if (!['connecting', 'ready', 'idle'].includes(state.name)) this.#settle();
    if (this.isForbidden) {
      this.catalog.clear();
      this.#services.onListsChanged(this, ['tools']);
    }
    this.#services.onState(this);
  }

  #onConnected(link: UpstreamLink, info: SessionInfo): void {
    this.#services.onConnected(this, link);
    // The first call may be sent before the list arrives.
    link.learnTools(this.catalog.lists.tools);
    const isOld = performance.now() - this.#verifiedAt > this.#services.limits.freshMs;
    if (isOld) void this.#list(link, info, listKinds);
    else if (this.#services.options.pins) void this.#list(link, info, ['tools']);
  }

  #onNotification(link: UpstreamLink, frame: Frame, passOn: UpstreamServices<Upstream>['onNotification']): void {
    const kinds = listChanges.get(frame.message.method ?? '');
    if (!kinds || !link.info) return passOn(this, link, frame);
    const relists = this.#relists.get(link) ?? new CoalescingRunner(RELIST_PAUSE_MS);
    this.#relists.set(link, relists);
    relists.run(kinds[0], async () => {
      if (link.info) await this.#list(link, link.info, kinds, true);
    });
  }

  /** Requests lists; never rejects. Changes that the server announced are forwarded even if the lists are the same. */
  async #list(link: UpstreamLink, info: SessionInfo, kinds: readonly ListKind[], isAnnounced = false): Promise<void> {
    if (kinds.includes('tools')) this.#pinChecks.started(link);
    const timeoutMs = timeLimitOf(this.toRun.server);
    const send = async (method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>> =>
      request(link, { method, client: this.#sharedOwner.client, timeoutMs, ...(params && { params }) });
    try {
      const found = await Promise.all(
        kinds.map(async (kind) => [kind, await listAll(kind, info.capabilities, send, { timeoutMs })] as const),
      );
      const lists: Partial<Lists> = Object.fromEntries(
        found.map(([kind, items]) => [kind, kind === 'tools' ? link.learnTools(items) : items]),
      );
      const changed = this.catalog.update(lists, listedInfo(info));
      if (kinds.length === listKinds.length) this.#verifiedAt = performance.now();
      this.answeredMs ??= performance.now() - (this.beganAt ?? 0);
      await this.checkPins();
      if (lists.tools) this.#pinChecks.finished(link);
      if (this.pinCheck.added.length > 0 && isAnnounced)
        this.#log('info', `New tools: ${this.pinCheck.added.join(', ')}`);
      const told = isAnnounced ? kinds : changed;
      this.#services.onListsChanged(this, told);
      if (told.length > 0) this.#services.onListed(this, told);
    } catch (error) {
      if (kinds.includes('tools')) this.#pinChecks.failed(link, error);
      this.#log(
        'warning',
        `Listing its tools, prompts or resources failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      this.#settle();
    }
  }

  /** Reads lists that another replica has got from this server, and tells clients if they changed. Never rejects. */
  async reloadLists(kinds: readonly ListKind[]): Promise<void> {
    if (this.isForbidden) return;
    const changed = await this.catalog.reload(kinds).catch(() => undefined);
    const link = this.#live();
    // Lists that contain a secret are not in the cache.
    if (!changed) return link?.info ? this.#list(link, link.info, kinds) : undefined;
    link?.learnTools(this.catalog.lists.tools);
    await this.checkPins();
    this.#settle();
    this.#services.onListsChanged(this, changed);
  }

  #log(level: 'info' | 'warning' | 'error', message: string): void {
    this.#services.options.log?.({ level, server: this.name, message });
  }
}

type OpenArguments = Parameters<Parameters<typeof servicesWith<RawLink>>[2]>;
