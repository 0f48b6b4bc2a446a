import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../../model/host.ts';
import { withLock } from '../../store/lock.ts';
import { ToolFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { basicAuthorization, type Endpoint } from '../upstream/endpoint.ts';
import { isHealthy } from './health.ts';
import { type Lease, ServerFiles, type ServerRecord } from './server-record.ts';
import { startServer } from './start-server.ts';

/** Another client may be starting the server, which takes a slow machine a minute. */
const patience = 150_000;
const endsWithin = 3000;

/**
 * The OpenCode that all clients of a user share. Each holds a lease; the first one starts the server and the last one
 * ends it. A lease whose process is gone no longer counts.
 */
export class SharedServer {
  readonly #host: Host;
  readonly #settings: Settings;
  readonly #log: Log;
  readonly #files: ServerFiles;
  readonly #program: string;
  readonly #lease: Lease;
  #starting: ChildProcess | undefined;
  #closed = false;

  constructor(host: Host, settings: Settings, log: Log, program: string) {
    this.#host = host;
    this.#settings = settings;
    this.#log = log;
    this.#program = program;
    this.#files = new ServerFiles(host, program, settings.configPath);
    const { own } = host.processes;
    this.#lease = { id: randomUUID(), pid: own, start: host.processes.startOf(own) ?? '' };
  }

  /** The process of the server while this client holds a lease of it. */
  get process(): number | undefined {
    const record = this.#files.readNow();
    return record?.leases.some(({ id }) => id === this.#lease.id) && this.#isRunning(record) ? record.pid : undefined;
  }

  /** Takes a lease of the running server, or starts one. */
  async acquire(): Promise<Endpoint> {
    await this.#files.prepare();
    return this.#locked(async () => {
      if (this.#closed) throw endingNow();
      const record = await this.#files.read();
      if (record?.url !== undefined && this.#isRunning(record)) {
        const endpoint = endpointOf(record, record.url);
        if (await isHealthy(endpoint, 3)) {
          this.#files.write({ ...record, leases: [...this.#othersOf(record), this.#lease] });
          return endpoint;
        }
        this.#log('warn', `process ${record.pid} at ${record.url} does not answer and is ended`);
      }
      if (record) await this.#end(record);
      return this.#start(1);
    });
  }

  /** Gives the lease back, and ends the server unless others use it. */
  async release(): Promise<void> {
    this.#closed = true;
    this.#starting?.kill('SIGTERM');
    await this.#locked(async () => {
      const record = await this.#files.read();
      if (!record) return;
      const others = this.#othersOf(record);
      if (others.length > 0) this.#files.write({ ...record, leases: others });
      else await this.#end(record);
    });
  }

  /** Ends the server; the next call starts another one, which reads all settings anew. Says whether it did. */
  async restart(force: boolean): Promise<boolean> {
    return this.#locked(async () => {
      const record = await this.#files.read();
      if (!record) return true;
      if (this.#othersOf(record).length > 0 && !force) return false;
      await this.#end(record);
      return true;
    });
  }

  /** For the very end of the process, when nothing can be waited for. */
  releaseNow(): void {
    this.#starting?.kill('SIGKILL');
    const record = this.#files.readNow();
    if (!record?.leases.some(({ id }) => id === this.#lease.id)) return;
    const others = this.#othersOf(record);
    if (others.length > 0) this.#files.write({ ...record, leases: others });
    else {
      this.#signal(record, 'SIGKILL');
      this.#files.remove();
    }
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    const host = { ...this.#host, env: { ...this.#host.env, PLUGBOARD_HOME: this.#files.folder } };
    return withLock(host, { patience }, work);
  }

  async #start(more: number): Promise<Endpoint> {
    try {
      const { endpoint, record } = await startServer({
        program: this.#program,
        env: this.#host.env,
        cwd: this.#settings.project,
        configPath: this.#settings.configPath,
        log: this.#files.log,
        started: (child, password) => this.#note(child, password),
      });
      this.#files.write({ ...record, start: this.#startOf(record.pid), leases: [this.#lease] });
      this.#log('info', `started ${this.#program} as process ${record.pid} at ${endpoint.url}`);
      return endpoint;
    } catch (error) {
      this.#files.remove();
      if (more === 0 || this.#closed) throw error;
      this.#log('warn', `${error instanceof Error ? error.message : String(error)} Trying once more.`);
      return await this.#start(more - 1);
    } finally {
      this.#starting = undefined;
    }
  }

  /** Noted before it is ready, so that the next client can end it should this one be killed meanwhile. */
  #note(child: ChildProcess, password: string): void {
    this.#starting = child;
    if (child.pid !== undefined)
      this.#files.write({ pid: child.pid, start: this.#startOf(child.pid), password, leases: [this.#lease] });
  }

  /** Ends a server. Where the system does not tell when a process started, its number alone proves nothing. */
  async #end(record: ServerRecord): Promise<void> {
    const isOurs =
      record.start !== '' || (record.url !== undefined && (await isHealthy(endpointOf(record, record.url), 1)));
    if (isOurs && this.#isRunning(record)) {
      this.#signal(record, 'SIGTERM');
      const until = Date.now() + endsWithin;
      while (this.#isRunning(record) && Date.now() < until) await delay(20);
      if (this.#isRunning(record)) this.#signal(record, 'SIGKILL');
    }
    this.#files.remove();
  }

  #signal({ pid }: ServerRecord, signal: NodeJS.Signals): void {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }

  #othersOf({ leases }: ServerRecord): Lease[] {
    return leases.filter((lease) => lease.id !== this.#lease.id && this.#isRunning(lease));
  }

  #isRunning({ pid, start }: Pick<Lease, 'pid' | 'start'>): boolean {
    return this.#host.processes.startOf(pid) === start;
  }

  #startOf(pid: number): string {
    return this.#host.processes.startOf(pid) ?? '';
  }
}

function endpointOf({ pid, password }: ServerRecord, url: string): Endpoint {
  return { url, authorization: basicAuthorization('opencode', password), generation: pid, managed: true };
}

function endingNow(): ToolFailure {
  return new ToolFailure('SERVER_UNREACHABLE', 'This server is shutting down.', ['Start it again.']);
}
