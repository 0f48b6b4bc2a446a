import type { ServerResponse } from 'node:http';
import { oneLine } from '../../runtime/json/one-line.ts';
import { textOf } from '../message/frame.ts';
import type { Frame } from '../session/session.ts';
import { PacedWriter } from '../traffic/paced-writer.ts';
import { sendJson } from './http-refusal.ts';
import type { ReplyOwner, ReplySink } from './reply-sink.ts';

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
export class Reply implements ReplySink {
  readonly name: string | number;
  headers: Readonly<Record<string, string>> | undefined;
  readonly expiresAt: number;
  readonly #response: ServerResponse;
  readonly #owner: ReplyOwner;
  #state: 'waiting' | 'streaming' | 'over' = 'waiting';
  #isPrimed = false;
  /** Set while streaming. */
  #writer: PacedWriter | undefined;

  constructor(response: ServerResponse, owner: ReplyOwner, name: string | number, expiresAt = Infinity) {
    this.expiresAt = expiresAt;
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

  get isPrimed(): boolean {
    return this.#isPrimed;
  }

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

  stream(frame: Frame, eventId?: string): void {
    this.begin();
    if (this.#state !== 'streaming' || !this.#writer) return;
    const text = event(textOf(frame), eventId);
    if (this.#writer.isBehind) this.#writer.hold(frame, text);
    else this.#writer.write(text);
  }

  keepAlive(): void {
    this.begin();
    if (this.#state === 'streaming' && this.#writer?.isBehind === false) this.#writer.write(':\n\n');
  }

  answer(text: string, status = 200): void {
    if (this.#state === 'waiting') sendJson(this.#response, status, text, this.headers);
    else if (this.#state === 'streaming') this.#response.end(this.#rest() + event(text, undefined));
    this.#finish(false);
  }

  /** As an event stream without events, since JSON would need a body. */
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
