import type { RawMessage } from './raw-link.ts';

export interface SendOptions {
  /** Nobody waits for the answer to this request any more. */
  readonly requestSignal?: AbortSignal;
  /** Headers of this message, where messages have some. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Carries messages to a server and back. The transports of the SDK have the same shape. */
export interface Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RawMessage) => void;
  readonly sessionId?: string | undefined;
  /** Whether each request has a stream of its own, so that closing the stream cancels the request. */
  readonly hasPerRequestStream?: boolean;
  start(): Promise<void>;
  /** Rejects when a message cannot be sent, or when a request gets no answer and the transport can tell. */
  send(message: RawMessage, options?: SendOptions): Promise<void>;
  setProtocolVersion?(version: string): void;
  close(): Promise<void>;
}
