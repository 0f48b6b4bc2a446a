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

/** A managed server and its clients. */
export interface ServerRecord {
  /** Process ids of another machine, which may share this home, mean nothing here. */
  readonly machine: string;
  readonly pid: number;
  /** When the process started, as the system tells it; empty where it does not. */
  readonly start: string;
  /** None while it starts. */
  readonly url?: string;
  readonly password: string;
  /** The shell in which it runs commands. */
  readonly shell?: string;
  readonly leases: readonly Lease[];
}

const endsWithin = 3000;

/** The files of one managed server. */
export class ServerFiles {
  /** A place of its own for the lock: starting takes long, and other changes must not wait for it. */
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

  /** Fails when another user could have written it: it says where to send prompts and which process to end. */
  async read(): Promise<ServerRecord | undefined> {
    if ((await this.#host.fs.status(this.#record)) === undefined) return undefined;
    const record = await readOwnJson(this.#host, this.#record).catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
    return record as ServerRecord | undefined;
  }

  /** For a client that has written its lease into it. */
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
    // The password is in it.
    writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 });
    renameSync(fresh, this.#record);
  }

  remove(): void {
    rmSync(this.#record, { force: true });
    rmSync(this.log, { force: true });
  }

  /** Ends a server. Where the system does not tell when a process started, its number alone proves nothing. */
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
    // It has ended by itself.
  }
}
