import type { Frame } from '../session/session.ts';

/** Where the response to one request goes: to its client, or to the replica that has the connection to the client. */
export interface ReplySink {
  /** Identifies the reply to its owner. */
  readonly name: string | number;
  /** Additional headers. */
  headers: Readonly<Record<string, string>> | undefined;
  readonly isOver: boolean;
  readonly isStreaming: boolean;
  /** Whether the client has an event id to resume from. */
  readonly isPrimed: boolean;
  /** When the credential of the request expires. A stream that stays open ends then. */
  readonly expiresAt?: number;
  /** Turns the response into an event stream. */
  begin(): void;
  /** Streams a message before the final one. */
  stream(frame: Frame, eventId?: string): void;
  /** Sends a comment, so that proxies and clients do not time out. */
  keepAlive(): void;
  /** Sends the final message. */
  answer(text: string, status?: number): void;
  /** Ends the reply without a response. */
  end(): void;
}

/**
 * The session that a reply belongs to. An object rather than callbacks, because it is shared by thousands of replies.
 */
export interface ReplyOwner {
  /** A stream is closed if its unread messages, droppable notifications excluded, exceed this. */
  readonly behindBytes: number;
  /** Called when a stream was closed because its client did not read. */
  onSlowReader(reply: ReplySink): void;
  /** The first event of a stream, if any. */
  initialEventFor?(reply: ReplySink): string | undefined;
  /** Called when the reply is finished; `isGone` if the client disconnected. */
  onReplyClosed(reply: ReplySink, isGone: boolean): void;
}
