import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../../store/read/read-own-file.ts';
import { makeOwnDirectory } from '../../store/state/directories.ts';
import { stateFile } from '../../store/state/places.ts';
import type { Log } from '../log.ts';
import { withFolderLock } from '../server/folder-lock.ts';
import { isRunning, type Lease, newLease } from '../server/lease.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import type { Budget } from './budget/over-budget.ts';

/** A turn with a budget, and everything another process needs to watch it. */
export interface Guard {
  readonly sessionId: string;
  readonly directory: string;
  readonly mark: string;
  readonly budget: Budget;
  /** Start of the turn, in milliseconds since the epoch. */
  readonly since: number;
}

/** Identifies an OpenCode server across clients. */
export interface NotedServer {
  readonly url: string;
  readonly managed: boolean;
}

/** Normalizes the different names of this machine. */
export function notedServer({ url, managed, local }: Endpoint): NotedServer {
  const plain = new URL(url);
  if (local) plain.hostname = '127.0.0.1';
  return { url: plain.href, managed };
}

/** A client's note about a session it is running, for the other clients of this user. */
interface TurnNote {
  readonly machine: string;
  readonly owner: Lease;
  /** The OpenCode server that the client uses. */
  readonly server: NotedServer;
  /** Whether a call is in flight. After that, OpenCode itself knows whether the turn is running. */
  readonly working: boolean;
  readonly guard?: Guard;
}

const patience = 10_000;
/** No turn takes longer. */
const oldestGuard = 7 * 86_400_000;

/** The notes of all clients about their turns, one file per session. */
export class TurnNotes {
  readonly #host: Host;
  readonly #log: Log;
  readonly #folder: string;
  readonly #lease: Lease;
  readonly #own = new Set<string>();

  constructor(host: Host, log: Log) {
    this.#host = host;
    this.#log = log;
    this.#folder = stateFile(host, 'opencode-turns');
    this.#lease = newLease(host);
  }

  /** Records that a call is in flight in a session, unless another client already has. Returns whether it did. */
  async take(sessionId: string, server: NotedServer): Promise<boolean> {
    const taken = await this.#change(async () => {
      const note = await this.#read(sessionId);
      if (note?.working && this.#isOther(note)) return false;
      this.#write(sessionId, { server, working: true });
      return true;
    });
    return taken ?? true;
  }

  /** Records that the call has finished; removes the note if the turn has finished too. */
  async release(sessionId: string, isOver: boolean): Promise<void> {
    await this.#change(async () => {
      const note = await this.#read(sessionId);
      if (!note || note.owner.id !== this.#lease.id) return;
      if (isOver && !note.guard) this.#remove(sessionId);
      else this.#write(sessionId, { ...note, working: false });
    });
  }

  /** The OpenCode instance on which another client started a turn of this session. */
  async usedElsewhere(sessionId: string): Promise<NotedServer | undefined> {
    const note = await this.#read(sessionId).catch(() => undefined);
    return note && this.#isOther(note) ? note.server : undefined;
  }

  async guard(guard: Guard, server: NotedServer): Promise<void> {
    await this.#change(async () => {
      const note = await this.#read(guard.sessionId);
      this.#write(guard.sessionId, { server, working: note?.working ?? false, guard });
    });
  }

  async unguard({ sessionId, mark }: Guard): Promise<void> {
    await this.#change(async () => {
      const note = await this.#read(sessionId);
      if (note?.guard?.mark !== mark || note.owner.id !== this.#lease.id) return;
      if (note.working) this.#write(sessionId, { server: note.server, working: true });
      else this.#remove(sessionId);
    });
  }

  /** Takes over turns with a budget on this OpenCode whose clients have exited. */
  async adopt(server: NotedServer): Promise<Guard[]> {
    const sessions = await this.#sessions();
    if (sessions.length === 0) return [];
    const adopted = await this.#change(async () => {
      const guards: Guard[] = [];
      for (const sessionId of sessions) {
        const note = await this.#read(sessionId);
        if (!note || note.machine !== this.#host.processes.machine || isRunning(this.#host, note.owner)) continue;
        const { guard } = note;
        if (!guard || guard.since < Date.now() - oldestGuard) this.#remove(sessionId);
        else if (note.server.url === server.url) {
          this.#write(sessionId, { server, working: false, guard });
          guards.push(guard);
        }
      }
      return guards;
    });
    return adopted ?? [];
  }

  /** Leaves turns with a budget to the other clients and removes the other notes. */
  async close(): Promise<void> {
    if (this.#own.size === 0) return;
    await this.#change(async () => {
      for (const sessionId of this.#own) {
        const note = await this.#read(sessionId);
        if (note?.owner.id !== this.#lease.id) continue;
        if (note.guard) this.#write(sessionId, { ...note, working: false }, { ...this.#lease, pid: 0 });
        else this.#remove(sessionId);
      }
    });
  }

  /** If notes cannot be written, this client knows only its own turns. */
  async #change<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      await makeOwnDirectory(this.#host, this.#folder);
      return await withFolderLock(this.#host, this.#folder, patience, work);
    } catch (error) {
      this.#log('warn', `cannot share turns with other clients: ${String(error)}`);
      return undefined;
    }
  }

  async #sessions(): Promise<string[]> {
    const names = await this.#host.fs.readDirectory(this.#folder).catch(() => []);
    return names.flatMap((name) => /^(ses\w*)\.json$/.exec(name)?.[1] ?? []);
  }

  async #read(sessionId: string): Promise<TurnNote | undefined> {
    const path = this.#path(sessionId);
    if ((await this.#host.fs.status(path)) === undefined) return undefined;
    return (await readOwnJson(this.#host, path)) as TurnNote;
  }

  #write(sessionId: string, note: Pick<TurnNote, 'server' | 'working' | 'guard'>, owner = this.#lease): void {
    const path = this.#path(sessionId);
    const text = JSON.stringify({ ...note, machine: this.#host.processes.machine, owner });
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    this.#own.add(sessionId);
  }

  #remove(sessionId: string): void {
    rmSync(this.#path(sessionId), { force: true });
    this.#own.delete(sessionId);
  }

  #path(sessionId: string): string {
    return join(this.#folder, `${sessionId}.json`);
  }

  #isOther({ machine, owner }: TurnNote): boolean {
    if (machine !== this.#host.processes.machine) return false;
    return owner.id !== this.#lease.id && isRunning(this.#host, owner);
  }
}
