import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../../model/host.ts';
import { ToolFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { basicAuthorization, type Endpoint } from '../upstream/endpoint.ts';
import { endProcess } from './end-process.ts';
import { findProgram } from './find-program.ts';
import { notePid, reapStale } from './pid-files.ts';
import { startServer } from './start-server.ts';

/** The OpenCode server that calls go to: one that is attached to, or one of ours, started with the first call. */
export class Connection {
  readonly #host: Host;
  readonly #settings: Settings;
  readonly #log: Log;
  readonly #children = new Map<ChildProcess, () => void>();
  #current: Promise<Endpoint> | undefined;
  #generation = 0;
  #closed = false;

  constructor(host: Host, settings: Settings, log: Log) {
    this.#host = host;
    this.#settings = settings;
    this.#log = log;
  }

  get attached(): boolean {
    return this.#settings.serverUrl !== undefined;
  }

  /** Process ids of our servers. */
  get processes(): number[] {
    return [...this.#children.keys()].flatMap(({ pid }) => pid ?? []);
  }

  /** Everybody who asks while it starts waits for the same one. */
  endpoint(): Promise<Endpoint> {
    this.#current ??= this.#connect().catch((error: unknown) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  /** After a call that did not reach our server: a moment for the system to say that it has ended. */
  async settle(): Promise<void> {
    const exits = [...this.#children.keys()].map((child) => once(child, 'exit'));
    if (exits.length > 0) await Promise.race([...exits, delay(1000)]);
  }

  /** Ends our server; the next call starts another one, which reads all settings anew. */
  async restart(): Promise<void> {
    this.#current = undefined;
    await Promise.all([...this.#children.keys()].map(endProcess));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#current = undefined;
    await Promise.all([...this.#children.keys()].map(endProcess));
  }

  /** For the very end, when nothing can be waited for. */
  kill(): void {
    for (const child of this.#children.keys()) child.kill('SIGKILL');
  }

  async #connect(): Promise<Endpoint> {
    // A call that comes too late must not leave a server behind.
    if (this.#closed) throw new ToolFailure('SERVER_UNREACHABLE', 'This server is ending.', ['Start it again.']);
    const { serverUrl: url, username, password, autoStart } = this.#settings;
    const authorization = password === undefined ? {} : { authorization: basicAuthorization(username, password) };
    if (url !== undefined) return { url, ...authorization, generation: 0, managed: false };
    if (!autoStart)
      throw new ToolFailure('SERVER_UNREACHABLE', 'No OpenCode server is named, and none may be started.', [
        'Set OPENCODE_SERVER_URL to the address of a server, or OPENCODE_AUTO_START to true.',
      ]);
    for (const pid of await reapStale(this.#host)) this.#log('info', `ended a server that was left behind: ${pid}`);
    return this.#start(1);
  }

  async #start(more: number): Promise<Endpoint> {
    const program = await findProgram(this.#host, this.#settings.program);
    this.#generation += 1;
    try {
      const { endpoint, child } = await startServer({
        program,
        env: this.#host.env,
        cwd: this.#settings.project,
        configPath: this.#settings.configPath,
        generation: this.#generation,
        started: (child) => this.#watch(child),
      });
      this.#log('info', `started ${program} as process ${child.pid} at ${endpoint.url}`);
      child.once('exit', (code, signal) => this.#lose(signal ?? String(code)));
      return endpoint;
    } catch (error) {
      if (more === 0 || this.#closed) throw error;
      this.#log('warn', `${error instanceof Error ? error.message : String(error)} Trying once more.`);
      return this.#start(more - 1);
    }
  }

  #watch(child: ChildProcess): void {
    this.#children.set(child, child.pid === undefined ? () => undefined : notePid(this.#host, child.pid));
    child.once('exit', () => {
      this.#children.get(child)?.();
      this.#children.delete(child);
    });
  }

  /** The next call starts another one. */
  #lose(how: string): void {
    if (this.#closed) return;
    this.#current = undefined;
    this.#log('warn', `the OpenCode server has ended: ${how}`);
  }
}
