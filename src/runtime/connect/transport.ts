import type { RawMessage } from './raw-link.ts';

export interface SendOptions {
  /** Aborted when the response is no longer needed. */
  readonly requestSignal?: AbortSignal;
  /** Extra headers, for transports that have them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Carries messages to a server and back. Same shape as the SDK's transports. */
export interface Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RawMessage) => void;
  readonly sessionId?: string | undefined;
  /** Whether each request has its own stream, so that closing the stream cancels the request. */
  readonly hasPerRequestStream?: boolean;
  start(): Promise<void>;
  /** Rejects if a message cannot be sent, or if the transport knows that a request gets no response. */
  send(message: RawMessage, options?: SendOptions): Promise<void>;
  setProtocolVersion?(version: string): void;
  close(): Promise<void>;
}
