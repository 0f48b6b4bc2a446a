import { isDeepStrictEqual } from 'node:util';
import { type ClientId, clients } from '../../clients/registry.ts';
import { copyApproval } from '../../live/approvals/project-servers.ts';
import { parkedHere } from '../../live/parked-here.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { listServers } from '../../manage/list-servers.ts';
import { isPartlyOff } from '../../manage/plan/plan-words.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { setEnabled } from '../../manage/set-enabled.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import type { Connection } from '../../runtime/connection.ts';
import type { ConnectionState } from '../../runtime/types.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import { commit } from '../../store/write/apply-plan.ts';
import type { TopServer, TopSource, TopFailure, TopState } from '../tui/top/top-server.ts';
import { Pings } from './pings.ts';
import type { RecentLog } from './recent-log.ts';
import { factsAbout } from './server-facts.ts';

const POLL_INTERVAL_MS = 5000;

/** The servers of a runtime as the source of the screen. */
export class LiveServers implements TopSource {
  readonly #host: Host;
  readonly #runtime: Runtime;
  readonly #log: RecentLog;
  readonly #pings: Pings;
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly (() => void)[];
  #known: readonly TopServer[] | undefined;
  #parked: readonly ServerHere[] = [];

  constructor(host: Host, runtime: Runtime, log: RecentLog) {
    this.#host = host;
    this.#runtime = runtime;
    this.#log = log;
    this.#pings = new Pings(() => this.changed());
    const { manager, tools, pins, closing } = runtime;
    const timer = setInterval(() => {
      for (const connection of manager.connections.values()) void this.#pings.measure(connection, closing);
      void this.refreshParked();
    }, POLL_INTERVAL_MS);
    this.#stops = [
      () => clearInterval(timer),
      tools.onChange(() => this.changed()),
      pins.onChange(() => this.changed()),
      manager.onChange((connection) => {
        void this.#pings.measure(connection, closing);
        this.changed();
      }),
    ];
  }

  servers(): readonly TopServer[] {
    this.#known ??= this.#all().map((server) => this.#describe(server));
    return this.#known;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  now(): Date {
    return this.#host.now();
  }

  /** Invalidates the list and notifies listeners. */
  changed(): void {
    this.#known = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Reads the parked servers, which have no change notification. */
  async refreshParked(): Promise<void> {
    const { clients, servers } = this.#runtime;
    const parked = await parkedHere(this.#host, clients, servers);
    if (isDeepStrictEqual(parked, this.#parked)) return;
    this.#parked = parked;
    this.changed();
  }

  async reconnect(server: string): Promise<void> {
    await this.#runtime.restart([server]);
    await this.#runtime.manager.connections
      .get(server)
      ?.connect()
      .catch(() => {});
  }

  async setEnabled(name: string, enabled: boolean): Promise<string> {
    const server = this.#all().find((one) => one.name === name);
    if (!server) throw new Error(`Server "${name}" no longer exists.`);
    const done = await switchServer(this.#host, server, enabled);
    await this.#runtime.reload();
    await this.refreshParked();
    this.changed();
    if (enabled) void this.reconnect(name);
    return done;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  #all(): ServerHere[] {
    const { servers } = this.#runtime;
    const parked = this.#parked.filter(({ name }) => !servers.some((server) => server.name === name));
    return [...servers, ...parked].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #describe(server: ServerHere): TopServer {
    const { name } = server;
    const connection = server.disabled ? undefined : this.#runtime.manager.connections.get(name);
    const tools = this.#runtime.tools.servers.get(name);
    const offered = this.#runtime.tools.tools.filter(({ serverName }) => serverName === name);
    const isChanged = this.#runtime.pinChanges.some((change) => change.server === name);
    const pingMs = connection && this.#pings.of(connection);
    const failure = failureIn(connection?.state);
    const { mask } = this.#runtime;
    return {
      name,
      ...stateOf(connection),
      tools: tools?.listing ? offered.map(({ mcpToolName }) => mask(mcpToolName)) : undefined,
      ...(pingMs !== undefined && { pingMs }),
      facts: maskDeep(factsAbout(server, connection?.state, tools, isChanged, this.#host), mask),
      ...(failure && { failure: maskDeep(failure, mask) }),
      log: this.#log.of(name),
    };
  }
}

/** The state of a connection on the screen. A server without a connection is disabled. */
function stateOf(connection: Connection | undefined): { state: TopState; when?: Date } {
  const { state } = connection ?? {};
  if (!state) return { state: 'off' };
  if (state.name === 'ready') return { state: 'ready', when: state.since };
  if (state.name === 'backoff') return { state: 'backoff', when: state.until };
  if (state.name === 'failed') return { state: state.failure.kind === 'denied' ? 'denied' : 'failed' };
  return { state: state.name === 'closed' ? 'idle' : state.name };
}

function failureIn(state: ConnectionState | undefined): TopFailure | undefined {
  if (state?.name === 'needs-sign-in') return { message: state.reason, stderr: [] };
  if (state?.name !== 'failed' && state?.name !== 'backoff') return undefined;
  const { message, tip, stderr = [] } = state.failure;
  return { message, ...(tip !== undefined && { tip }), stderr };
}

/** Enables or disables a server in the file of its active definition. Returns a message. */
async function switchServer(host: Host, server: ServerHere, enabled: boolean): Promise<string> {
  const target = await targetOf(host, server);
  const { plan, applied } = await commit(
    host,
    () => setEnabled(host, server.name, enabled, [target]),
    copyApproval(host),
  );
  const where = isPartlyOff(plan) ? ', in this project only' : '';
  const done = `${server.name} is ${enabled ? 'enabled' : 'disabled'} in ${nameOf(target)}${where}`;
  return applied ? `${done}; undo with: plugboard undo` : done;
}

async function targetOf(host: Host, { name, origin }: ServerHere): Promise<Target> {
  const id = (origin?.client ?? catalogId) as ClientId;
  const { servers } = await listServers(host, { clients: [id], placed: false });
  const found = servers.find((one) => one.name === name && one.file === origin?.file);
  const scope = found?.scope ?? origin?.scope ?? 'user';
  return { client: clients[id], scope, ...(found?.variant === undefined ? {} : { variant: found.variant }) };
}
