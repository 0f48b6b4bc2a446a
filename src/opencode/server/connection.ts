import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../../model/host.ts';
import { ToolFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { basicAuthorization, type Endpoint } from '../upstream/endpoint.ts';
import { findOpenCode } from './find-opencode.ts';
import { otherServers } from './other-servers.ts';
import { SharedServer } from './shared-server.ts';
import { isThisMachine } from './this-machine.ts';

const noticedWithin = 1000;

/** The OpenCode server that calls go to: an attached one, or the managed one, which starts with the first call. */
export class Connection {
  readonly #host: Host;
  readonly #settings: Settings;
  readonly #log: Log;
  #shared: SharedServer | undefined;
  #current: Promise<Endpoint> | undefined;
  #isReady = false;
  #closed = false;

  constructor(host: Host, settings: Settings, log: Log) {
    this.#host = host;
    this.#settings = settings;
    this.#log = log;
  }

  get attached(): boolean {
    return this.#settings.serverUrl !== undefined;
  }

  /** PIDs of the managed server that this client uses. */
  get processes(): number[] {
    const pid = this.#shared?.process;
    return pid === undefined ? [] : [pid];
  }

  /** Concurrent calls share one start. */
  endpoint(): Promise<Endpoint> {
    // It was killed, or restarted by another client.
    if (this.#isReady && !this.attached && this.processes.length === 0) this.#current = undefined;
    this.#current ??= this.#begin();
    return this.#current;
  }

  async #begin(): Promise<Endpoint> {
    this.#isReady = false;
    try {
      const endpoint = await this.#connect();
      this.#isReady = true;
      return endpoint;
    } catch (error) {
      this.#current = undefined;
      throw error;
    }
  }

  /** The endpoint, if one is already connected. */
  get current(): Promise<Endpoint> | undefined {
    return this.#current;
  }

  /** Other managed servers of this user, which share the same sessions. */
  async others(): Promise<Endpoint[]> {
    const { local } = await this.endpoint();
    return local ? otherServers(this.#host, this.#shared?.folder) : [];
  }

  /** After a call that did not reach the managed server, the next call checks that it responds or starts another. */
  async settle(): Promise<void> {
    if (this.attached) return;
    const until = Date.now() + noticedWithin;
    // A killed process stays visible for a moment.
    while (this.processes.length > 0 && Date.now() < until) await delay(50);
    this.#current = undefined;
  }

  /**
   * Stops the managed server unless other clients use it; the next call starts a new one. Returns whether it stopped.
   */
  async restart(force: boolean): Promise<boolean> {
    const done = (await this.#shared?.restart(force)) ?? true;
    if (done) this.#current = undefined;
    return done;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const starting = this.#current;
    this.#current = undefined;
    await this.#shared?.release();
    await starting?.catch(() => undefined);
  }

  /** For process exit, where nothing can be awaited. */
  kill(): void {
    this.#shared?.releaseNow();
  }

  async #connect(): Promise<Endpoint> {
    // A late call must not leave a server behind.
    if (this.#closed) throw new ToolFailure('SERVER_UNREACHABLE', 'This server is shutting down.', ['Start it again.']);
    const { serverUrl: url, username, password, autoStart } = this.#settings;
    const authorization = password === undefined ? {} : { authorization: basicAuthorization(username, password) };
    if (url !== undefined)
      return { url, ...authorization, generation: 0, managed: false, local: await isThisMachine(url) };
    if (!autoStart)
      throw new ToolFailure('SERVER_UNREACHABLE', 'No OpenCode server is configured, and auto-start is off.', [
        'Set OPENCODE_SERVER_URL to the address of a server, or OPENCODE_AUTO_START to true.',
      ]);
    const program = await findOpenCode(this.#host, this.#settings);
    // Clients may reach the same server under different names.
    const real = await this.#host.fs.realPath(program);
    this.#shared ??= new SharedServer(this.#host, this.#settings, this.#log, real);
    return this.#shared.acquire();
  }
}
