import { type CallTrace, traceparentOf } from '../../runtime/connect/http/trace-context.ts';
import type { RawClient } from '../../runtime/connect/raw-link.ts';
import type { Era, SessionInfo } from '../../runtime/connect/session/session.ts';
import { metaFor } from '../message/eras.ts';
import { frameOf, InexactNumber, reprintable } from '../message/frame.ts';
import { progressFrame, requestText, withProgressToken } from '../message/rewrite.ts';
import type { Frame, JsonObject, RequestId } from '../session/session.ts';
import type { KnownTask } from '../tasks/task-table.ts';
import type { UpstreamLink, UpstreamRequest } from './upstream-link.ts';
import type { Upstream } from './upstream.ts';

/** The part of a session that its calls use. */
export interface CallOwner {
  readonly client: RawClient;
  readonly logLevel: string | undefined;
  ended(call: Call, end: CallEnd): void;
  progressed(call: Call, frame: Frame): void;
}

export type CallEnd =
  | { readonly kind: 'answer'; readonly frame: Frame; readonly info: SessionInfo }
  | { readonly kind: 'lost'; readonly reason: unknown }
  | { readonly kind: 'late' };

export interface CallTarget {
  readonly upstream: Upstream;
  readonly link: UpstreamLink;
  /** The item name to send to the server, if it differs from the client's. */
  readonly name?: string | undefined;
  /** The server's own name of the tool, prompt or resource, for logs. */
  readonly item?: string;
  /** The task that the request refers to, if any. */
  readonly task?: KnownTask | 'unknown';
  /** Overrides the default time limit. */
  readonly limitMs?: number;
}

interface CallOptions {
  readonly target: CallTarget;
  readonly era: Era;
  readonly client: string;
  readonly trace?: CallTrace | undefined;
  /** The time limit, which progress restarts. */
  readonly limitMs: number;
  /** The time limit that progress does not extend. */
  readonly longestMs: number;
}

/** One request of a client, forwarded to a server. */
export class Call implements UpstreamRequest {
  id = 0;
  deadline: number;
  readonly startedAt: number;
  /** The client's request id. It changes when the client continues a parked call with a new request. */
  downId: RequestId;
  readonly target: CallTarget;
  readonly era: Era;
  readonly client: string;
  readonly size: number;
  readonly trace: CallTrace | undefined;
  #frame: Frame;
  readonly #owner: CallOwner;
  readonly #limitMs: number;
  readonly #longestMs: number;

  constructor(owner: CallOwner, frame: Frame, how: CallOptions) {
    this.#owner = owner;
    this.#frame = frame;
    this.downId = frame.message.id as RequestId;
    this.target = how.target;
    this.era = how.era;
    this.client = how.client;
    this.trace = how.trace;
    this.size = frame.text?.length ?? UNKNOWN_SIZE;
    this.#limitMs = how.limitMs;
    this.#longestMs = Math.max(how.longestMs, how.limitMs);
    this.startedAt = performance.now();
    this.deadline = this.startedAt + how.limitMs;
  }

  get frame(): Frame {
    return this.#frame;
  }

  get method(): string {
    return this.frame.message.method ?? '';
  }

  /** Whether the response may be a task even without `resultType`. */
  get isAboutTask(): boolean {
    return this.target.task !== undefined || this.frame.message.params?.['task'] !== undefined;
  }

  /** The client's progress token. */
  get token(): unknown {
    return (this.frame.message.params?.['_meta'] as JsonObject | undefined)?.['progressToken'];
  }

  textFor(id: number, info: SessionInfo): string {
    const { name } = this.target;
    const traced = this.trace && this.#tracedText(id, info, this.trace);
    if (traced !== undefined) return traced;
    if (this.era === info.era) {
      if (this.token === undefined) return requestText(this.frame, id, name, undefined);
      const changed = withProgressToken(this.frame, id, name);
      if (changed !== undefined) return changed;
    }
    return requestText(this.#frameFor(info), id, name, this.#meta(id, info));
  }

  /** Undefined if `_meta` contains a number that cannot be written again exactly. A trace is not worth a failed call. */
  #tracedText(id: number, info: SessionInfo, trace: CallTrace): string | undefined {
    const given = this.frame.message.params?.['_meta'] as JsonObject | undefined;
    const meta = { ...(this.#meta(id, info) ?? given), traceparent: traceparentOf(trace) };
    try {
      return requestText(this.#frameFor(info), id, this.target.name, meta);
    } catch (error) {
      if (error instanceof InexactNumber) return undefined;
      throw error;
    }
  }

  /**
   * Removes `task` for legacy servers: modern clients leave that decision to the server, but a legacy server would
   * create a task.
   */
  #frameFor({ era }: SessionInfo): Frame {
    const isOld = this.era === 'modern' && era === 'legacy';
    if (!isOld || this.frame.message.params?.['task'] === undefined) return this.frame;
    const message = reprintable(this.frame);
    const { task: _, ...params } = message.params ?? {};
    return frameOf({ ...message, params });
  }

  #meta(token: number, info: SessionInfo): JsonObject | undefined {
    const { client, logLevel } = this.#owner;
    const given = this.frame.message.params?.['_meta'] as JsonObject | undefined;
    const level = logLevel === undefined ? {} : { logLevel };
    return metaFor(given, { from: this.era, to: info.era, token, client, ...level });
  }

  settle(frame: Frame, info: SessionInfo): void {
    this.#owner.ended(this, { kind: 'answer', frame, info });
  }

  /** Only requested progress counts. */
  progress(frame: Frame): void {
    if (this.token === undefined) return;
    this.deadline = Math.min(performance.now() + this.#limitMs, this.startedAt + this.#longestMs);
    this.#owner.progressed(this, progressFrame(frame, this.token));
  }

  /** The time limit that ends the call if it is late now. */
  get passedLimitMs(): number {
    return this.deadline - this.startedAt >= this.#longestMs ? this.#longestMs : this.#limitMs;
  }

  /**
   * Releases the message text of a finished call. Maps that calls are added to and removed from can keep them alive: V8
   * replaces a full hash table with a new one, and the old one keeps its entries alive until a full garbage collection.
   */
  releaseFrame(): void {
    this.#frame = releasedFrame;
  }

  fail(reason: unknown, isLate = false): void {
    this.#owner.ended(this, isLate ? { kind: 'late' } : { kind: 'lost', reason });
  }
}

/** Estimated size of a message that was not kept as text. */
const UNKNOWN_SIZE = 1024;

const releasedFrame: Frame = { message: {} };
