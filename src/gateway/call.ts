import type { RawClient } from '../runtime/connect/raw-link.ts';
import type { Era, SessionInfo } from '../runtime/connect/session.ts';
import { metaFor } from './eras.ts';
import { frameOf, reprintable } from './frame.ts';
import { progressFrame, requestText, withProgressToken } from './rewrite.ts';
import type { Frame, JsonObject, RequestId } from './session.ts';
import type { KnownTask } from './tasks/task-table.ts';
import type { UpstreamLink, Waiting } from './upstream-link.ts';
import type { Upstream } from './upstream.ts';

/** What a call wants from the session it belongs to. */
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
  /** The name for the server, when it is another one. */
  readonly name?: string | undefined;
  /** For logs. */
  readonly item?: string;
  /** The task it is about; undefined for everything else. */
  readonly task?: KnownTask | 'unknown';
  /** When it may take another time than usual. */
  readonly limitMs?: number;
}

/** One request of a client on its way to a server. */
export class Call implements Waiting {
  id = 0;
  deadline: number;
  readonly startedAt: number;
  /** The id the client waits for; another one when it has asked again. */
  downId: RequestId;
  readonly target: CallTarget;
  readonly era: Era;
  readonly client: string;
  readonly size: number;
  #frame: Frame;
  readonly #owner: CallOwner;
  readonly #limitMs: number;

  constructor(
    owner: CallOwner,
    frame: Frame,
    how: { readonly target: CallTarget; readonly era: Era; readonly limitMs: number; readonly client: string },
  ) {
    this.#owner = owner;
    this.#frame = frame;
    this.downId = frame.message.id as RequestId;
    this.target = how.target;
    this.era = how.era;
    this.client = how.client;
    this.size = frame.text?.length ?? SHORT;
    this.#limitMs = how.limitMs;
    this.startedAt = performance.now();
    this.deadline = this.startedAt + how.limitMs;
  }

  get frame(): Frame {
    return this.#frame;
  }

  get method(): string {
    return this.frame.message.method ?? '';
  }

  /** Whether its answer may be a task without saying so. */
  get isAboutTask(): boolean {
    return this.target.task !== undefined || this.frame.message.params?.['task'] !== undefined;
  }

  /** What the client calls the progress of this request. */
  get token(): unknown {
    return (this.frame.message.params?.['_meta'] as JsonObject | undefined)?.['progressToken'];
  }

  textFor(id: number, info: SessionInfo): string {
    const { name } = this.target;
    if (this.era === info.era) {
      if (this.token === undefined) return requestText(this.frame, id, name, undefined);
      const changed = withProgressToken(this.frame, id, name);
      if (changed !== undefined) return changed;
    }
    return requestText(this.#frameFor(info), id, name, this.#meta(id, info));
  }

  /** In the modern era it is for the server to decide what becomes a task; older ones would take the word for a wish. */
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

  progress(frame: Frame): void {
    this.deadline = performance.now() + this.#limitMs;
    this.#owner.progressed(this, progressFrame(frame, this.token));
  }

  /**
   * It is over, and its text may be long. Maps that calls come and go in keep some of them alive for a while: V8 replaces
   * a table that is used up by another, and the old one, dead itself, holds what it held until all of memory is gone over.
   */
  forget(): void {
    this.#frame = forgotten;
  }

  fail(reason: unknown, isLate = false): void {
    this.#owner.ended(this, isLate ? { kind: 'late' } : { kind: 'lost', reason });
  }
}

/** About as long as a message is that was not kept as text. */
const SHORT = 1024;

const forgotten: Frame = { message: {} };
