import type { Closable } from './attempt.ts';
import type { SessionInfo } from './session/session.ts';

/** A parsed JSON-RPC message. */
export type RawMessage = Record<string, unknown>;

/** Receives the messages of a server. */
export interface RawListener {
  /** One message as received; returns false if it is not a message. */
  onText(text: string): boolean;
  onMessage(message: RawMessage): void;
  /** Whether the response to this request is still pending. */
  isWaiting(id: number): boolean;
  /** The server has read its backlog. */
  onDrain(): void;
}

/** A connected server whose messages, ids included, are handled by the caller. Ids up to 0 are reserved. */
export interface RawLink extends Closable {
  readonly info: SessionInfo;
  /** The server is not reading its input, so further requests should wait for `onDrain`. */
  readonly isBehind: boolean;
  /** Delivers buffered messages, then everything that follows. */
  attach(listener: RawListener): void;
  /**
   * Sends one message on one line; `id` is set for requests. If it cannot be sent, the listener gets an error response.
   * With `canWait`, it may be sent together with messages that follow in the same turn of the event loop.
   */
  send(text: string, id?: number, canWait?: boolean): void;
  /** Cancels a pending request. */
  cancel(id: number, reason?: string): void;
  /** Subscribes to list changes, which modern servers send on request only. */
  subscribe(): void;
  /** Returns the tools that can be called. */
  learnTools(tools: readonly RawMessage[]): readonly RawMessage[];
}

/** How we identify ourselves to the server. */
export interface RawClient {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export const MODERN = '2026-07-28';
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** Fields that the modern era requires in the `_meta` of every request. */
export function envelopeOf({ clientInfo, capabilities }: RawClient): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

/** The list changes a server can report, as a subscription names them. */
export function changesOf({ capabilities }: SessionInfo): Record<string, true> {
  const kinds = ['tools', 'prompts', 'resources'] as const;
  const telling = kinds.filter((kind) => (capabilities[kind] as { listChanged?: unknown } | undefined)?.listChanged);
  return Object.fromEntries(telling.map((kind) => [`${kind}ListChanged`, true]));
}
