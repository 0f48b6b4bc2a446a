import { isDeepStrictEqual } from 'node:util';
import { startSemaphore } from '../runtime/connect/session/connection-services.ts';
import type { ListKind } from '../runtime/connect/session/session.ts';
import { createWatchdog } from '../runtime/connect/session/watchdog.ts';
import type { ServerToRun } from '../runtime/types.ts';
import type { ViewCatalog } from './catalog/view-catalog.ts';
import { scopeText } from './catalog/view-text.ts';
import { Views } from './catalog/views.ts';
import type { Core } from './core.ts';
import { GatewayEvents } from './gateway-events.ts';
import { GatewayReplicas } from './gateway-replicas.ts';
import { defaultLimits, type GatewayOptions } from './options.ts';
import { ClientSession } from './session/client-session.ts';
import { ServerMessages } from './session/server-messages.ts';
import type { Gateway, GatewayEvent } from './session/session.ts';
import { endSignIns } from './sign-in/end-sign-ins.ts';
import { UserSignIns } from './sign-in/user-sign-ins.ts';
import type { GatewayState } from './state/gateway-state.ts';
import { memoryState } from './state/memory-state.ts';
import { Tasks } from './tasks/tasks.ts';
import { healthOf } from './upstream/health.ts';
import type { LinkOwner, UpstreamServices } from './upstream/upstream-services.ts';
import { Upstream } from './upstream/upstream.ts';
import { waitForInitialLists } from './upstream/wait-for-initial-lists.ts';

const SWEEP_MS = 500;

/** Creates a gateway for these servers. A server is started when it is first needed. */
export function createGateway(options: GatewayOptions): Gateway {
  return new RunningGateway(options);
}

class RunningGateway implements Gateway, Core {
  readonly options: GatewayOptions;
  readonly limits;
  isClosing = false;
  readonly state: GatewayState;
  readonly tasks: Tasks;
  readonly signIns: UserSignIns | undefined;
  readonly isTraced: boolean | undefined;
  readonly #watchdog;
  readonly #services: UpstreamServices<Upstream>;
  readonly #sessions = new Map<string, ClientSession>();
  readonly #events = new GatewayEvents();
  readonly #views: Views;
  readonly #serverMessages: ServerMessages;
  readonly #replicas: GatewayReplicas | undefined;
  readonly #stopSignOuts: (() => void) | undefined;
  readonly #sweeper: NodeJS.Timeout;
  #upstreams: Upstream[];
  #starting: Promise<unknown>;
  #hasStarted = false;
  #nextSession = 1;

  constructor(options: GatewayOptions) {
    this.options = options;
    this.isTraced = options.isTraced;
    this.limits = { ...defaultLimits, ...options.limits };
    this.state = options.state ?? memoryState();
    const { shared } = this.state;
    this.tasks = new Tasks(shared);
    this.#views = new Views(options);
    this.signIns =
      options.users && new UserSignIns(options.users, (server) => this.#upstreams.find(({ name }) => name === server));
    this.#serverMessages = new ServerMessages({ sessions: this.#sessions, views: this.#views, tasks: this.tasks });
    this.#watchdog = createWatchdog(options.platform);
    this.#services = {
      options,
      limits: this.limits,
      watchdog: this.#watchdog,
      slots: startSemaphore(options),
      onFault: (upstream, error) => this.fault(error, { server: upstream.name }),
      onListsChanged: (upstream, kinds) => this.#onListsChanged(upstream, kinds),
      onState: (upstream) => this.#onState(upstream),
      onConnected: (upstream, link) => this.#serverMessages.onConnected(upstream, link),
      onRequest: (upstream, link, frame) => this.#serverMessages.onRequest(upstream, link, frame),
      onNotification: (upstream, link, frame) => this.#serverMessages.onNotification(upstream, link, frame),
      onListed: (upstream, kinds) => this.#replicas?.listed(upstream, kinds),
    };
    this.#upstreams = enabled(options.servers).map((toRun) => new Upstream(toRun, this.#services));
    this.#starting = this.#start(this.#upstreams);
    this.#replicas =
      shared &&
      new GatewayReplicas(shared, {
        upstreams: () => this.#upstreams,
        recheckPins: async (upstream) => this.recheckPins(upstream),
      });
    const { users } = options;
    this.#stopSignOuts = users?.onSignOut(async (account) =>
      endSignIns(account, users, this.#upstreams, this.#sessions.values()),
    );
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  open(...[outlet, options = {}]: Parameters<Gateway['open']>): ClientSession {
    // Throws now if the view is invalid.
    this.#views.of(scopeText(options.within, options.view));
    const id = String(this.#nextSession);
    this.#nextSession += 1;
    const session = new ClientSession(id, this, {
      outlet,
      options,
      onClose: async (closed) => this.#removeSession(closed),
    });
    this.#sessions.set(id, session);
    this.emit({ kind: 'session', session: id, phase: 'opened', ...session.labels });
    return session;
  }

  health(): ReturnType<Gateway['health']> {
    return {
      servers: this.#upstreams.map((upstream) => healthOf(upstream, this.options.mask)),
      sessions: this.#sessions.size,
      isComplete: this.#hasStarted && this.#upstreams.every(({ isSettled }) => isSettled),
    };
  }

  onEvent(...[listener, { calls = true } = {}]: Parameters<Gateway['onEvent']>): () => void {
    return this.#events.add(listener, calls);
  }

  async replace(servers: readonly ServerToRun[]): Promise<void> {
    const wanted = new Map(enabled(servers).map((toRun) => [toRun.name, toRun]));
    const kept = this.#upstreams.filter(({ name, toRun }) => isDeepStrictEqual(toRun, wanted.get(name)));
    const gone = this.#upstreams.filter((upstream) => !kept.includes(upstream));
    const names = new Set(kept.map(({ name }) => name));
    const added = [...wanted.values()]
      .filter(({ name }) => !names.has(name))
      .map((toRun) => new Upstream(toRun, this.#services));
    await Promise.all(kept.map(async (upstream) => this.recheckPins(upstream)));
    // Servers may have been approved, or approvals revoked, since the last call.
    const hasChanged = await Promise.all(kept.map(async (upstream) => this.#hasOtherPermission(upstream)));
    const changed = kept.filter((_, index) => hasChanged[index]);
    const restarted = changed.map(({ toRun }) => new Upstream(toRun, this.#services));
    const others = new Map(
      [...kept.filter((upstream) => !changed.includes(upstream)), ...added, ...restarted].map((one) => [one.name, one]),
    );
    this.#upstreams = [...wanted.keys()].flatMap((name) => others.get(name) ?? []);
    if (gone.length + added.length + restarted.length === 0) return;
    this.#views.clearCatalogs();
    await this.#start([...added, ...restarted]);
    for (const upstream of [...added, ...restarted]) upstream.refreshLists([...this.#sessions.values()].at(-1));
    this.#notifyChanged(['tools', 'prompts', 'resources'], [...gone, ...added, ...restarted]);
    await Promise.all([...gone, ...changed].map(async (upstream) => upstream.close()));
  }

  toolList(view: string | undefined): string {
    return this.catalogFor(view).listText('tools', 'modern');
  }

  async findTask(name: string): Promise<string | undefined> {
    return this.tasks.locate(name, this.#upstreams);
  }

  async close(drainMs = 0): Promise<void> {
    this.isClosing = true;
    this.#replicas?.stop();
    this.#stopSignOuts?.();
    const until = performance.now() + drainMs;
    while (performance.now() < until && [...this.#sessions.values()].some(({ calls }) => calls.size > 0)) {
      await new Promise((done) => setTimeout(done, 20));
    }
    clearInterval(this.#sweeper);
    for (const session of this.#sessions.values()) session.subscriptions.endAll();
    await Promise.all([...this.#sessions.values()].map(async (session) => session.close()));
    await Promise.all(this.#upstreams.map(async (upstream) => upstream.close()));
    await this.#watchdog.end();
  }

  upstreams(view: string | undefined): readonly Upstream[] {
    return this.#views.visible(view, this.#upstreams);
  }

  catalogFor(view: string | undefined): ViewCatalog {
    return this.#views.catalogFor(view, this.#upstreams);
  }

  whenListed(kinds: readonly ListKind[], view: string | undefined): Promise<void> | undefined {
    const isOnlyTools = kinds.every((kind) => kind === 'tools');
    if (this.#hasStarted && isOnlyTools && this.upstreams(view).every(({ isSettled }) => isSettled)) return undefined;
    return this.#waitForLists(isOnlyTools, view);
  }

  refreshLists(owner: LinkOwner, view: string | undefined): void {
    const refresh = (): void => {
      for (const upstream of this.upstreams(view)) upstream.refreshLists(owner);
    };
    // Until the caches are read, every server would look unknown and be connected.
    if (this.#hasStarted) refresh();
    else void this.#starting.then(refresh);
  }

  async recheckPins(upstream: Upstream): Promise<void> {
    // There is nothing to compare until the server has listed its tools.
    if (!upstream.catalog.at) return;
    const before = upstream.pinCheck;
    await upstream.checkPins();
    const { withheld, instructions, isUnverified } = upstream.pinCheck;
    const isSame =
      isDeepStrictEqual(withheld, before.withheld) &&
      instructions === before.instructions &&
      isUnverified === before.isUnverified;
    if (!isSame) this.#onListsChanged(upstream, ['tools']);
  }

  get isObserved(): boolean {
    return this.#events.isObserved;
  }

  emit(event: GatewayEvent): void {
    this.#events.emit(event);
  }

  fault(error: unknown, at: { readonly session?: string; readonly server?: string }): void {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.emit({ kind: 'fault', ...at, reason });
    const { server } = at;
    if (server !== undefined) this.options.log?.({ level: 'error', server, message: reason });
  }

  async #start(upstreams: readonly Upstream[]): Promise<void> {
    await Promise.all(upstreams.map(async (upstream) => upstream.start()));
    this.#hasStarted = true;
    if (this.options.isEager) for (const upstream of upstreams) upstream.refreshLists();
  }

  async #waitForLists(isOnlyTools: boolean, view: string | undefined): Promise<void> {
    await this.#starting;
    const upstreams = this.upstreams(view);
    for (const upstream of upstreams)
      if (!upstream.isSettled) upstream.refreshLists([...this.#sessions.values()].at(-1));
    await waitForInitialLists(upstreams, this.#services.slots, this.limits);
    if (isOnlyTools) return;
    await Promise.all(upstreams.map(async ({ catalog }) => catalog.readOtherLists()));
    this.#views.clearCatalogs();
  }

  async #hasOtherPermission(upstream: Upstream): Promise<boolean> {
    const permission = await this.options.permission(upstream.toRun).catch(() => 'denied' as const);
    return (permission === 'approved') === upstream.isForbidden;
  }

  #onListsChanged(upstream: Upstream, kinds: readonly ListKind[]): void {
    this.#views.clearCatalogs();
    const { withheld, isUnverified } = upstream.pinCheck;
    if (withheld.size > 0)
      this.emit({
        kind: 'quarantine',
        server: upstream.name,
        tools: [...withheld],
        ...(isUnverified && { isUnverified }),
      });
    this.#notifyChanged(kinds, [upstream]);
  }

  /** Notifies only the sessions whose view includes one of these servers. */
  #notifyChanged(kinds: readonly ListKind[], where: readonly Upstream[]): void {
    if (kinds.length === 0) return;
    for (const session of this.#sessions.values()) {
      if (where.some((upstream) => this.#views.sees(session.view, upstream))) session.subscriptions.changed(kinds);
    }
  }

  #onState(upstream: Upstream): void {
    const { state, reason } = healthOf(upstream);
    this.emit({ kind: 'server', server: upstream.name, state, ...(reason !== undefined && { reason }) });
  }

  async #removeSession(session: ClientSession): Promise<void> {
    this.#sessions.delete(session.id);
    this.tasks.sessionClosed(session.id);
    this.emit({ kind: 'session', session: session.id, phase: 'closed', ...session.labels });
    await Promise.all(this.#upstreams.map(async (upstream) => upstream.closeOwnLink(session.id)));
  }

  #sweep(): void {
    const now = performance.now();
    try {
      this.tasks.table.sweep(now);
      for (const upstream of this.#upstreams) upstream.sweep(now);
    } catch (error) {
      this.fault(error, {});
    }
  }
}

function enabled(servers: readonly ServerToRun[]): ServerToRun[] {
  return servers.filter(({ server }) => server.disabled !== true);
}
