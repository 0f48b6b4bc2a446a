import type { ServerResponse } from 'node:http';
import { oneLine } from '../../runtime/json/one-line.ts';
import { textOf } from '../message/frame.ts';
import type { Frame } from '../session/session.ts';
import { PacedWriter } from '../traffic/paced-writer.ts';
import { sendJson } from './http-refusal.ts';

/**
 * The session that a reply belongs to. An object rather than callbacks, because it is shared by thousands of replies.
 */
export interface ReplyOwner {
  /** A stream is closed if its unread messages, droppable notifications excluded, exceed this. */
  readonly behindBytes: number;
  /** Called when a stream was closed because its client did not read. */
  onSlowReader(reply: Reply): void;
  /** The first event of a stream, if any. */
  initialEventFor?(reply: Reply): string | undefined;
  /** Called when the reply is finished; `isGone` if the client disconnected. */
  onReplyClosed(reply: Reply, isGone: boolean): void;
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Disables buffering in proxies such as nginx.
  'x-accel-buffering': 'no',
};

/**
 * The response to one HTTP request: a single JSON text, or an event stream if something must be sent before the final
 * message.
 */
export class Reply {
  /** Identifies the reply to its owner. */
  readonly name: string | number;
  /** Additional headers. */
  headers: Readonly<Record<string, string>> | undefined;
  readonly #response: ServerResponse;
  readonly #owner: ReplyOwner;
  #state: 'waiting' | 'streaming' | 'over' = 'waiting';
  #isPrimed = false;
  /** Set while streaming. */
  #writer: PacedWriter | undefined;

  constructor(response: ServerResponse, owner: ReplyOwner, name: string | number) {
    this.name = name;
    this.#response = response;
    this.#owner = owner;
    response.on('close', () => this.#finish(true));
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  get isStreaming(): boolean {
    return this.#state === 'streaming';
  }

  /** Whether the client has an event id to resume from. */
  get isPrimed(): boolean {
    return this.#isPrimed;
  }

  /** Turns the response into an event stream. */
  begin(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'streaming';
    this.#response.writeHead(200, { ...STREAM_HEADERS, ...this.headers });
    this.#writer = new PacedWriter(this.#response, { onChange: ({ unread }) => this.#check(unread), onDropping() {} });
    const opening = this.#owner.initialEventFor?.(this);
    this.#isPrimed = opening !== undefined;
    // Sends the headers, so the client sees the open stream.
    if (opening === undefined) this.#response.flushHeaders();
    else this.#response.write(opening);
  }

  /** Streams a message before the final one. */
  stream(frame: Frame, eventId?: string): void {
    this.begin();
    if (this.#state !== 'streaming' || !this.#writer) return;
    const text = event(textOf(frame), eventId);
    if (this.#writer.isBehind) this.#writer.hold(frame, text);
    else this.#writer.write(text);
  }

  /** Sends a comment, so that proxies and clients do not time out. */
  keepAlive(): void {
    this.begin();
    if (this.#state === 'streaming' && this.#writer?.isBehind === false) this.#writer.write(':\n\n');
  }

  /** Sends the final message. */
  answer(text: string, status = 200): void {
    if (this.#state === 'waiting') sendJson(this.#response, status, text, this.headers);
    else if (this.#state === 'streaming') this.#response.end(this.#rest() + event(text, undefined));
    this.#finish(false);
  }

  /** Ends the reply without a response: as an event stream without events, since JSON would need a body. */
  end(): void {
    if (this.#state === 'waiting') this.#response.writeHead(200, STREAM_HEADERS);
    if (this.#state !== 'over') this.#response.end(this.#rest());
    this.#finish(false);
  }

  #rest(): string {
    return this.#writer?.takeAll() ?? '';
  }

  #check(unread: number): void {
    if (unread <= this.#owner.behindBytes || this.#state === 'over') return;
    this.#response.destroy();
    this.#finish(true);
    this.#owner.onSlowReader(this);
  }

  #finish(isGone: boolean): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#owner.onReplyClosed(this, isGone);
  }
}

/** A line break would end the data field. */
function event(text: string, id: string | undefined): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${oneLine(text)}\n\n`;
}
