import type { ChildProcess } from 'node:child_process';
import type { Host } from '../../model/host.ts';
import { ToolFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import { withFolderLock } from './folder-lock.ts';
import { isHealthy } from './health.ts';
import { isRunning, type Lease, newLease } from './lease.ts';
import { endOrphans } from './other-servers.ts';
import { endpointOf, ServerFiles, type ServerRecord, signal } from './server-record.ts';
import { sharingKey } from './sharing-key.ts';
import { startServer } from './start-server.ts';

/** Another client may be starting the server, which takes up to a minute on a slow machine. */
const patience = 150_000;

/**
 * The OpenCode server shared by all clients of a user. Each client holds a lease: the first starts the server, the last
 * stops it. A lease expires with its process.
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
    this.#files = new ServerFiles(host, sharingKey(host, program, settings.configPath));
    this.#lease = newLease(host);
  }

  /** The directory with the server's files. */
  get folder(): string {
    return this.#files.folder;
  }

  /** PID of the server while this client holds a lease. */
  get process(): number | undefined {
    const record = this.#files.readNow();
    return record?.leases.some(({ id }) => id === this.#lease.id) && isRunning(this.#host, record)
      ? record.pid
      : undefined;
  }

  /** Acquires a lease on the running server, or starts one. */
  async acquire(): Promise<Endpoint> {
    await this.#files.prepare();
    await endOrphans(this.#host, this.#files.folder);
    return this.#locked(async () => {
      if (this.#closed) throw endingNow();
      const record = await this.#files.read();
      if (record?.url !== undefined && isRunning(this.#host, record)) {
        const endpoint = endpointOf(record, record.url);
        if (await isHealthy(endpoint, 3)) {
          this.#files.write({ ...record, leases: [...this.#othersOf(record), this.#lease] });
          return endpoint;
        }
        this.#log('warn', `process ${record.pid} at ${record.url} does not respond; stopping it`);
      }
      if (record) await this.#files.end(record);
      return this.#start(1);
    });
  }

  /** Releases the lease, and stops the server if it was the last. */
  async release(): Promise<void> {
    this.#closed = true;
    this.#starting?.kill('SIGTERM');
    await this.#locked(async () => {
      const record = await this.#files.read();
      if (!record) return;
      const others = this.#othersOf(record);
      if (others.length > 0) this.#files.write({ ...record, leases: others });
      else await this.#files.end(record);
    });
  }

  /** Stops the server; the next call starts a new one, which reads all settings. Returns whether it stopped. */
  async restart(force: boolean): Promise<boolean> {
    return this.#locked(async () => {
      const record = await this.#files.read();
      if (!record) return true;
      if (this.#othersOf(record).length > 0 && !force) return false;
      await this.#files.end(record);
      return true;
    });
  }

  /** For process exit, where nothing can be awaited. */
  releaseNow(): void {
    this.#starting?.kill('SIGKILL');
    const record = this.#files.readNow();
    if (!record?.leases.some(({ id }) => id === this.#lease.id)) return;
    const others = this.#othersOf(record);
    if (others.length > 0) this.#files.write({ ...record, leases: others });
    else {
      signal(record, 'SIGKILL');
      this.#files.remove();
    }
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    return withFolderLock(this.#host, this.#files.folder, patience, work);
  }

  async #start(more: number): Promise<Endpoint> {
    try {
      const started = await startServer({
        program: this.#program,
        env: this.#host.env,
        cwd: this.#settings.project,
        configPath: this.#settings.configPath,
        log: this.#files.log,
        started: (child, password) => this.#note(child, password),
      });
      const shell = this.#host.env['SHELL'];
      const record = {
        machine: this.#host.processes.machine,
        ...started,
        ...(shell ? { shell } : {}),
        start: this.#startOf(started.pid),
        leases: [this.#lease],
      };
      this.#files.write(record);
      this.#log('info', `started ${this.#program} as process ${record.pid} at ${record.url}`);
      return endpointOf(record, record.url);
    } catch (error) {
      this.#files.remove();
      if (more === 0 || this.#closed) throw error;
      this.#log('warn', `${error instanceof Error ? error.message : String(error)} Retrying once.`);
      return await this.#start(more - 1);
    } finally {
      this.#starting = undefined;
    }
  }

  /** Recorded before the server is ready, so that the next client can stop it if this one is killed. */
  #note(child: ChildProcess, password: string): void {
    this.#starting = child;
    if (child.pid === undefined) return;
    const { machine } = this.#host.processes;
    this.#files.write({ machine, pid: child.pid, start: this.#startOf(child.pid), password, leases: [this.#lease] });
  }

  #othersOf({ leases }: ServerRecord): Lease[] {
    return leases.filter((lease) => lease.id !== this.#lease.id && isRunning(this.#host, lease));
  }

  #startOf(pid: number): string {
    return this.#host.processes.startOf(pid) ?? '';
  }
}

function endingNow(): ToolFailure {
  return new ToolFailure('SERVER_UNREACHABLE', 'This server is shutting down.', ['Start it again.']);
}
