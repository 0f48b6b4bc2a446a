import { servicesWith } from '../runtime/connect/connection-services.ts';
import { listAll } from '../runtime/connect/list-all.ts';
import { openRaw } from '../runtime/connect/open-session.ts';
import type { RawClient, RawLink } from '../runtime/connect/raw-link.ts';
import type { ListKind, SessionInfo } from '../runtime/connect/session.ts';
import type { Slots } from '../runtime/connect/slots.ts';
import { timeLimitOf } from '../runtime/connect/time-limit.ts';
import type { Watchdog } from '../runtime/connect/watchdog.ts';
import { Connection } from '../runtime/connection.ts';
import { listedInfo } from '../runtime/tools/tool-cache.ts';
import type { ConnectionState, ServerToRun } from '../runtime/types.ts';
import { CallStats } from './call-stats.ts';
import { Catalogue, listKinds, type Lists } from './catalogue.ts';
import { Comparisons } from './comparisons.ts';
import type { GatewayOptions, Limits } from './options.ts';
import { request } from './own-request.ts';
import { judge, type Judgement } from './quarantine.ts';
import type { Frame } from './session.ts';
import { OneAtATime } from './traffic/one-at-a-time.ts';
import { UpstreamLink } from './upstream-link.ts';

/** What all servers of a gateway share. */
export interface UpstreamServices {
  readonly options: GatewayOptions;
  readonly limits: Limits;
  readonly watchdog: Watchdog;
  readonly slots: Slots;
  /** What a server offers is other than before, or may be. */
  readonly onOffer: (upstream: Upstream, kinds: readonly ListKind[]) => void;
  readonly onState: (upstream: Upstream) => void;
  readonly onFault: (upstream: Upstream, error: unknown) => void;
  readonly onConnected: (upstream: Upstream, link: UpstreamLink) => void;
  readonly onRequest: (upstream: Upstream, link: UpstreamLink, frame: Frame) => void;
  readonly onNotification: (upstream: Upstream, link: UpstreamLink, frame: Frame) => void;
}

/** Whoever a connection is made for. */
export interface LinkOwner {
  readonly id: string;
  readonly client: RawClient;
  /** Whether servers may ask this client something, so that it must be clear whom they ask. */
  readonly mayBeAsked: boolean;
}

/** A server that announces changes without end is asked so often at most. */
const RELIST_PAUSE_MS = 250;

const freely: Judgement = { withheld: new Set(), added: [] };

/** One server behind the gateway: what it offers, and the connections to it. */
export class Upstream {
  readonly name: string;
  readonly toRun: ServerToRun;
  readonly catalogue: Catalogue;
  readonly stats = new CallStats();
  judgement: Judgement = freely;
  /** How things stand when there is no connection. */
  state: ConnectionState = { name: 'idle' };
  /** Nothing more will be known about it soon. */
  readonly settled: Promise<void>;
  isSettled = false;
  /** When its first connection began, by the clock of `performance`, and how long it took to tell what it offers. */
  beganAt: number | undefined;
  answeredMs: number | undefined;
  readonly #services: UpstreamServices;
  readonly #anybody: LinkOwner;
  readonly #comparisons = new Comparisons((link) => {
    if (link.info) void this.#list(link, link.info, ['tools']);
  });
  readonly #relists = new WeakMap<UpstreamLink, OneAtATime>();
  readonly #own = new Map<string, UpstreamLink>();
  #shared: UpstreamLink | undefined;
  #verifiedAt = Number.NEGATIVE_INFINITY;
  #settle: () => void = () => {};

  constructor(toRun: ServerToRun, services: UpstreamServices) {
    this.name = toRun.name;
    this.toRun = toRun;
    this.#services = services;
    this.#anybody = sharedOwner(services.options);
    this.catalogue = new Catalogue(services.options.cache, toRun, services.options.mask);
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

  /** Takes over what is known from earlier, if the server may be used at all. */
  async start(): Promise<void> {
    const { options } = this.#services;
    const permission = await options.permission(this.toRun).catch(() => 'denied' as const);
    if (permission !== 'approved') {
      // Makes the same state, in the same words, as connecting would.
      await this.#linkOf(this.#anybody).connect();
      return this.#settle();
    }
    if (!(await this.catalogue.read())) {
      if (await options.failures?.recall(this.toRun, 'connect')) this.#settle();
      return;
    }
    await this.judge();
    this.#settle();
    this.#services.onOffer(this, []);
  }

  /** Asks for what it offers unless that is known well enough. */
  look(owner?: LinkOwner): void {
    const { at } = this.catalogue;
    const isFresh = at !== undefined && Date.now() - at.getTime() < this.#services.limits.freshMs;
    if (!isFresh && !this.isForbidden) void (this.#live() ?? this.linkFor(owner)).connect();
  }

  get isForbidden(): boolean {
    return (
      this.state.name === 'needs-approval' || (this.state.name === 'failed' && this.state.failure.kind === 'denied')
    );
  }

  /** A connection that may be used for somebody's requests. */
  linkFor(owner?: LinkOwner): UpstreamLink {
    if (!owner?.mayBeAsked) return this.#shared ?? this.#linkOf(this.#anybody);
    const own = this.#own.get(owner.id);
    if (own) return own;
    return this.#linkOf(this.#own.size < this.#services.limits.ownLinks ? owner : this.#anybody);
  }

  /** Whose connection it is; undefined when it is shared. */
  ownerOf(link: UpstreamLink): string | undefined {
    for (const [id, own] of this.#own) if (own === link) return id;
    return undefined;
  }

  ownLink(id: string): UpstreamLink | undefined {
    return this.#own.get(id);
  }

  /** Ends the connection of one session. */
  async leave(id: string): Promise<void> {
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

  /** Compares what is known with what was accepted, which may have changed meanwhile. */
  async judge(): Promise<void> {
    const { options } = this.#services;
    if (!options.pins) return;
    const { tools } = this.catalogue.lists;
    const { instructions } = this.catalogue.info;
    try {
      const said = { tools, ...(instructions !== undefined && { instructions }) };
      this.judgement = await judge(options.pins, this.toRun, said, options.mask);
    } catch (error) {
      // What was accepted is not known, so nothing is.
      this.judgement = { withheld: new Set(tools.map(({ name }) => String(name))), added: [] };
      this.#log('error', `What was accepted of its tools cannot be read or written: ${String(error)}`);
    }
  }

  /** Settles when what it says on this connection has been compared with what was accepted; undefined when it has been. */
  compared(link: UpstreamLink): Promise<void> | undefined {
    return this.#services.options.pins && this.#comparisons.on(link);
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
      this.beganAt ??= performance.now();
      return openRaw(resolution, session, owner.client, signal);
    };
    const connection = new Connection(this.toRun, servicesWith(options, watchdog, open, slots));
    const link = new UpstreamLink(
      connection,
      {
        onConnected: (from, info) => this.#onConnected(from, info),
        onRequest: (from, frame) => onRequest(this, from, frame),
        onNotification: (from, frame) => this.#onNotification(from, frame, onNotification),
        onBadMessage: (bad) => this.#log('warning', `The server sent a message that is not passed on. ${bad.reason}`),
        onFault: (error) => onFault(this, error),
      },
      limits,
    );
    connection.onChange((state) => {
      if (state.name !== 'ready') this.#comparisons.forget(link);
      options.failures?.observe(connection);
      this.#onState(state);
    });
    if (isShared) this.#shared = link;
    else this.#own.set(owner.id, link);
    return link;
  }

  #onState(state: ConnectionState): void {
    if (state.name !== 'closed') this.state = state;
    const isHopeless = state.name !== 'connecting' && state.name !== 'ready' && state.name !== 'idle';
    if (isHopeless) this.#settle();
    if (this.isForbidden) {
      this.catalogue.clear();
      this.#services.onOffer(this, ['tools']);
    }
    this.#services.onState(this);
  }

  #onConnected(link: UpstreamLink, info: SessionInfo): void {
    this.#services.onConnected(this, link);
    // The first call may come before the list.
    link.learnTools(this.catalogue.lists.tools);
    const isOld = performance.now() - this.#verifiedAt > this.#services.limits.freshMs;
    if (isOld) void this.#list(link, info, listKinds);
    else if (this.#services.options.pins) void this.#list(link, info, ['tools']);
  }

  #onNotification(link: UpstreamLink, frame: Frame, passOn: UpstreamServices['onNotification']): void {
    const kinds = changes.get(frame.message.method ?? '');
    if (!kinds || !link.info) return passOn(this, link, frame);
    const relists = this.#relists.get(link) ?? new OneAtATime(RELIST_PAUSE_MS);
    this.#relists.set(link, relists);
    relists.run(kinds[0], async () => {
      if (link.info) await this.#list(link, link.info, kinds, true);
    });
  }

  /** Asks for lists; never rejects. What a server announces itself is passed on even if it is the same. */
  async #list(link: UpstreamLink, info: SessionInfo, kinds: readonly ListKind[], isAnnounced = false): Promise<void> {
    if (kinds.includes('tools')) this.#comparisons.begun(link);
    const timeoutMs = timeLimitOf(this.toRun.server);
    const send = async (method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>> =>
      request(link, { method, client: this.#anybody.client, timeoutMs, ...(params && { params }) });
    try {
      const found = await Promise.all(
        kinds.map(async (kind) => [kind, await listAll(kind, info.capabilities, send, { timeoutMs })] as const),
      );
      const lists: Partial<Lists> = Object.fromEntries(
        found.map(([kind, items]) => [kind, kind === 'tools' ? link.learnTools(items) : items]),
      );
      const changed = this.catalogue.take(lists, listedInfo(info));
      if (kinds.length === listKinds.length) this.#verifiedAt = performance.now();
      this.answeredMs ??= performance.now() - (this.beganAt ?? 0);
      await this.judge();
      if (lists.tools) this.#comparisons.made(link);
      if (this.judgement.added.length > 0 && isAnnounced)
        this.#log('info', `It has new tools: ${this.judgement.added.join(', ')}`);
      this.#services.onOffer(this, isAnnounced ? kinds : changed);
    } catch (error) {
      if (kinds.includes('tools')) this.#comparisons.failed(link, error);
      this.#log(
        'warning',
        `It does not tell what it offers: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      this.#settle();
    }
  }

  #log(level: 'info' | 'warning' | 'error', message: string): void {
    this.#services.options.log?.({ level, server: this.name, message });
  }
}

type OpenArguments = Parameters<Parameters<typeof servicesWith<RawLink>>[2]>;

const SHARED = '';

function sharedOwner({ clientInfo }: GatewayOptions): LinkOwner {
  return { id: SHARED, client: { clientInfo, capabilities: {} }, mayBeAsked: false };
}

const changes: ReadonlyMap<string, readonly [ListKind, ...ListKind[]]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/prompts/list_changed', ['prompts']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
]);
