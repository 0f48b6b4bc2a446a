import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../model/host.ts';
import type { Environment } from '../../model/reference.ts';
import { makeOwnDirectory } from '../../store/directories.ts';
import { stateFile } from '../../store/places.ts';
import { readOwnJson } from '../../store/read-own-file.ts';

/** A process of ours that uses the server. */
export interface Lease {
  readonly id: string;
  readonly pid: number;
  readonly start: string;
}

/** A managed server and who uses it. */
export interface ServerRecord {
  readonly pid: number;
  /** When the process started, as the system tells it; empty where it does not. */
  readonly start: string;
  /** None while it starts. */
  readonly url?: string;
  readonly password: string;
  readonly leases: readonly Lease[];
}

/** Variables that configure this program and not OpenCode. */
const ours =
  /^OPENCODE_(?:MCP_|SERVER_|DEFAULT_MODEL$|DEFAULT_PROJECT$|AUTO_START$|TIMEOUT$|LOG_LEVEL$|BIN$|CONFIG_PATH$)/;
const relevant = /^(?:OPENCODE_|XDG_|NPM_CONFIG_)|^(?:HOME|USERPROFILE|APPDATA)$|_(?:PROXY|KEY|TOKEN)$/i;

/** The files of one managed server. Clients that would start it alike share it. */
export class ServerFiles {
  /** A place of its own for the lock: starting takes long, and other changes must not wait for it. */
  readonly folder: string;
  readonly log: string;
  readonly #host: Host;
  readonly #record: string;

  constructor(host: Host, program: string, configPath: string | undefined) {
    this.#host = host;
    const surroundings = relevantVariables(host.env);
    const alike = JSON.stringify([host.processes.machine, program, configPath, surroundings]);
    const key = createHash('sha256').update(alike).digest('hex').slice(0, 16);
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
}

function relevantVariables(env: Environment): [string, string | undefined][] {
  return Object.entries(env)
    .filter(([name]) => relevant.test(name) && !ours.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
