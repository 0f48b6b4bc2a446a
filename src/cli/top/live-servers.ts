import { isDeepStrictEqual } from 'node:util';
import { parkedHere } from '../../live/parked-here.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import type { Host } from '../../model/host.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { TopServer, TopSource } from '../tui/top/top-server.ts';
import { Pings } from './pings.ts';
import type { RecentLog } from './recent-log.ts';
import { factsAbout } from './server-facts.ts';
import { failureIn, stateOf } from './state-of.ts';
import { switchServer } from './switch-server.ts';

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
