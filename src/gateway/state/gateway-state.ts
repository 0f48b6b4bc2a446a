import type { TokenStore } from '../../model/named-token.ts';
import type { KeyValueCache } from '../../runtime/types.ts';

/** Of a token bucket. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Namespaces of values that replicas share. */
export type ValueKind = 'pins' | 'lists' | 'failures';

/** Another replica wrote the first value between our read and our write. Read again. */
export class ValueRace extends Error {
  override readonly name = 'ValueRace';
}

/**
 * State that outlives a request. In memory, everything belongs to this process and nothing waits. With a shared store,
 * several replicas serve the same clients.
 */
export interface GatewayState {
  /** Absent if this process is alone. */
  readonly shared?: SharedState;
  /** Takes one token from the bucket of this subject. Returns 0, or the seconds to wait. */
  take(subject: string, rate: Rate): number | Promise<number>;
  /** The store to use for values of this kind: `local`, or one that all replicas share. */
  values(kind: ValueKind, local: KeyValueCache): KeyValueCache;
  close(): Promise<void>;
}

export interface StateOptions {
  /** Called with a message for the user when the store is lost or back. */
  readonly tell?: (text: string) => void;
}

/** The part of the state that exists only with a shared store. All operations reject while it cannot be reached. */
export interface SharedState {
  /** Identifies this process among the replicas. Part of ids that other replicas must route. */
  readonly replica: string;
  readonly isReachable: boolean;
  /** False while the store can be read but not written, for example because it is full. */
  readonly acceptsWrites: boolean;
  /** Called each time the store is reachable, or accepts writes, again after it did not. Returns a function that removes the listener. */
  onReachable(listener: () => void): () => void;
  readonly sessions: SessionStore;
  readonly bus: Bus;
  readonly events: EventStore;
  readonly tasks: TaskStore;
  readonly breakers: BreakerStore;
  /** Named tokens of clients, which all replicas accept. */
  readonly tokens: TokenStore;
  readonly sealed: SealedTexts;
  /** Appends to the audit log of all replicas, of which about the last `most` entries are kept. */
  appendAudit(lines: readonly string[], most: number): Promise<void>;
}

/** Texts that are encrypted with a key that is not in the store. */
export interface SealedTexts {
  put(name: string, text: string, ttlMs: number): Promise<void>;
  read(name: string): Promise<string | undefined>;
  /** Reads and deletes in one step. */
  take(name: string): Promise<string | undefined>;
  /** Texts of a group by field; they do not expire. */
  readGroup(group: string): Promise<Readonly<Record<string, string>>>;
  putInGroup(group: string, field: string, text: string): Promise<void>;
  removeFromGroup(group: string, field: string): Promise<boolean>;
  /** Runs `work` while no other replica runs work of this name. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The fields of a session, as texts. */
export type SessionFields = Readonly<Record<string, string>>;

export interface FieldChange {
  readonly set?: SessionFields;
  readonly remove?: readonly string[];
}

/** Sessions of legacy clients. A record expires when no replica has used its session for the idle time. */
export interface SessionStore {
  /** Undefined if the session is unknown, `ended` if its client ended it. */
  read(id: string): Promise<SessionFields | 'ended' | undefined>;
  /** Creates the record if there is none. */
  change(id: string, change: FieldChange, ttlMs: number): Promise<void>;
  touch(id: string, ttlMs: number): Promise<void>;
  /** Other replicas may hold a copy, so the id stays known as ended. */
  end(id: string, ttlMs: number): Promise<void>;
}

/** Messages between replicas. */
export interface Bus {
  /** Resolves to false if that replica is not listening. */
  send(replica: string, message: BusMessage): Promise<boolean>;
  /** Sends to all other replicas. */
  broadcast(message: BusMessage): Promise<void>;
  /** Returns a function that removes the listener. */
  listen(listener: (message: BusMessage) => void): () => void;
}

/** Replicas of another version may send kinds and fields that this one does not know; they are ignored. */
export interface BusMessage {
  readonly kind: string;
  /** The sending replica. */
  readonly from?: string;
  readonly [field: string]: unknown;
}

/** Recently sent stream events, so a client can resume at another replica. Bounded per session. */
export interface EventStore {
  append(session: string, event: StoredEvent): void;
  /** Oldest first. */
  read(session: string): Promise<readonly StoredEvent[]>;
}

export interface StoredEvent {
  /** The stream, unique among all replicas. */
  readonly stream: string;
  readonly number: number;
  /** The message; empty if the event only opens the stream. */
  readonly text: string;
  /** Of an event that opens a stream: the requests that it answers, as JSON. */
  readonly ids?: string;
}

/** Where a task runs and who created it. */
export interface TaskRecord {
  readonly server: string;
  readonly serverId: string;
  /** The replica with the process that runs the task; absent if every replica can reach it. */
  readonly replica?: string;
  readonly session?: string;
  /** The principal that owns it. Replicas of an older version do not write it. */
  readonly owner?: string;
}

export interface TaskStore {
  /** Reserves a name for a task. Returns another one if the name belongs to a different task. */
  claim(name: string, task: TaskRecord, ttlMs: number): Promise<string>;
  find(name: string): Promise<TaskRecord | undefined>;
}

/** Circuit breakers of servers. */
export interface BreakerStore {
  /** Counts a failure; returns whether the breaker is open now. */
  failed(server: string): Promise<void>;
  succeeded(server: string): Promise<void>;
  /** Whether calls should fail fast. Lets one attempt of all replicas through from time to time. */
  isOpen(server: string): Promise<boolean>;
}
