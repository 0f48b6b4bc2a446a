import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../../store/read/read-own-file.ts';
import { makeOwnDirectory } from '../../store/state/directories.ts';
import { stateFile } from '../../store/state/places.ts';
import { basicAuthorization, type Endpoint } from '../upstream/endpoint.ts';
import { isHealthy } from './health.ts';
import { isRunning, type Lease } from './lease.ts';

/** A managed server and the leases of its clients. */
export interface ServerRecord {
  /** PIDs of another machine that shares this home directory are meaningless here. */
  readonly machine: string;
  readonly pid: number;
  /** Start time of the process as the OS reports it; empty if it does not. */
  readonly start: string;
  /** Unset while the server starts. */
  readonly url?: string;
  readonly password: string;
  /** The shell in which the server runs commands. */
  readonly shell?: string;
  readonly leases: readonly Lease[];
}

const endsWithin = 3000;

/** The files of one managed server. */
export class ServerFiles {
  /** A separate lock directory: starting takes long, and other changes must not wait for it. */
  readonly folder: string;
  readonly log: string;
  readonly #host: Host;
  readonly #record: string;

  constructor(host: Host, key: string) {
    this.#host = host;
    this.folder = stateFile(host, `opencode-servers/${key}`);
    this.#record = join(this.folder, 'server.json');
    this.log = join(this.folder, 'server.log');
  }

  /** Throws if another user could have written the file: it decides where prompts go and which process is stopped. */
  async read(): Promise<ServerRecord | undefined> {
    if ((await this.#host.fs.status(this.#record)) === undefined) return undefined;
    const record = await readOwnJson(this.#host, this.#record).catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
    return record as ServerRecord | undefined;
  }

  /** For a client whose lease is already in the record. */
  readNow(): ServerRecord | undefined {
    try {
      return JSON.parse(readFileSync(this.#record, 'utf8')) as ServerRecord;
    } catch {
      return undefined;
    }
  }

  prepare(): Promise<void> {
    return makeOwnDirectory(this.#host, this.folder);
  }

  write(record: ServerRecord): void {
    const fresh = `${this.#record}.${process.pid}.new`;
    // The file contains the password.
    writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 });
    renameSync(fresh, this.#record);
  }

  remove(): void {
    rmSync(this.#record, { force: true });
    rmSync(this.log, { force: true });
  }

  /** Stops a server. Where the OS does not report process start times, a PID alone proves nothing. */
  async end(record: ServerRecord): Promise<void> {
    const isOurs =
      record.start !== '' || (record.url !== undefined && (await isHealthy(endpointOf(record, record.url), 1)));
    if (isOurs && isRunning(this.#host, record)) {
      signal(record, 'SIGTERM');
      const until = Date.now() + endsWithin;
      while (isRunning(this.#host, record) && Date.now() < until) await delay(20);
      if (isRunning(this.#host, record)) signal(record, 'SIGKILL');
    }
    this.remove();
  }
}

export function endpointOf({ pid, password, shell }: ServerRecord, url: string): Endpoint {
  const authorization = basicAuthorization('opencode', password);
  return { url, authorization, generation: pid, managed: true, local: true, ...(shell ? { shell } : {}) };
}

export function signal({ pid }: ServerRecord, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It already exited.
  }
}
