import type { ServerResponse } from 'node:http';
import { oneLine } from '../../runtime/json/one-line.ts';
import { textOf } from '../frame.ts';
import type { Frame } from '../session.ts';
import { PacedWriter } from '../traffic/paced-writer.ts';
import { sendJson } from './refuse.ts';

/** Whose answer it is. An object rather than functions: there is one of it for thousands of answers. */
export interface ReplyOwner {
  /** A stream whose client has so much unread that must not be lost is ended. */
  readonly behindBytes: number;
  /** It was ended for that. */
  replyIsBehind(reply: Reply): void;
  /** The first thing of a stream, if it becomes one. */
  openingOf?(reply: Reply): string | undefined;
  /** It is over, and whether that is because the client has gone away. */
  replyIsOver(reply: Reply, isGone: boolean): void;
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Proxies would hold back what is to be seen at once.
  'x-accel-buffering': 'no',
};

/** The answer to one HTTP request: a single JSON text, or from the moment something must come before it, a stream. */
export class Reply {
  /** For its owner to know it by. */
  readonly name: string | number;
  /** Further headers. */
  headers: Readonly<Record<string, string>> | undefined;
  readonly #response: ServerResponse;
  readonly #owner: ReplyOwner;
  #state: 'waiting' | 'streaming' | 'over' = 'waiting';
  #isPrimed = false;
  /** Of a stream. */
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

  /** Its client was given an event to come back with. */
  get isPrimed(): boolean {
    return this.#isPrimed;
  }

  /** From here on the answer is a stream. */
  begin(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'streaming';
    this.#response.writeHead(200, { ...STREAM_HEADERS, ...this.headers });
    this.#writer = new PacedWriter(this.#response, { onChange: ({ unread }) => this.#check(unread), onDropping() {} });
    const opening = this.#owner.openingOf?.(this);
    this.#isPrimed = opening !== undefined;
    // Also without anything to write the client shall see that there is a stream.
    if (opening === undefined) this.#response.flushHeaders();
    else this.#response.write(opening);
  }

  /** A message that comes before the answer. */
  stream(frame: Frame, eventId?: string): void {
    this.begin();
    if (this.#state !== 'streaming' || !this.#writer) return;
    const text = event(textOf(frame), eventId);
    if (this.#writer.isBehind) this.#writer.hold(frame, text);
    else this.#writer.write(text);
  }

  /** Says that the connection is alive; a long silence would be taken for its end. */
  keepAlive(): void {
    this.begin();
    if (this.#state === 'streaming' && this.#writer?.isBehind === false) this.#writer.write(':\n\n');
  }

  /** The last message. */
  answer(text: string, status = 200): void {
    if (this.#state === 'waiting') sendJson(this.#response, status, text, this.headers);
    else if (this.#state === 'streaming') this.#response.end(this.#rest() + event(text, undefined));
    this.#finish(false);
  }

  /** Ends it without an answer: with a stream that has nothing more, which promises none. */
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
    this.#owner.replyIsBehind(this);
  }

  #finish(isGone: boolean): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#owner.replyIsOver(this, isGone);
  }
}

/** A line break within the data would end it. */
function event(text: string, id: string | undefined): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${oneLine(text)}\n\n`;
}
