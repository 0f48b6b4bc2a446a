import type { Closable } from './attempt.ts';
import type { SessionInfo } from './session/session.ts';

/** A message that was parsed on its way. */
export type RawMessage = Record<string, unknown>;

/** Whoever takes what a server says. */
export interface RawListener {
  /** One message as it came; false when it is none. */
  onText(text: string): boolean;
  onMessage(message: RawMessage): void;
  /** Whether the answer to this request is still to come. */
  isWaiting(id: number): boolean;
  /** The server has taken what it was behind with. */
  onDrain(): void;
}

/** A connected server whose messages are somebody else's business, ids and all. Ids up to 0 are taken. */
export interface RawLink extends Closable {
  readonly info: SessionInfo;
  /** The server does not read what it is sent, so further requests should wait for `onDrain`. */
  readonly isBehind: boolean;
  /** Everything from now on, and what has come since the server is connected. */
  attach(listener: RawListener): void;
  /** One message on one line; of a request also its id. One that cannot be sent is answered with an error. */
  send(text: string, id?: number): void;
  /** Nobody waits for the answer to this request any more. */
  cancel(id: number, reason?: string): void;
  /** Modern servers tell about changes on request only. */
  subscribe(): void;
  /** Those of the listed tools that can be called. */
  learnTools(tools: readonly RawMessage[]): readonly RawMessage[];
}

/** Who speaks to the server. */
export interface RawClient {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export const MODERN = '2026-07-28';
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** What the modern era wants in the `_meta` of every request. */
export function envelopeOf({ clientInfo, capabilities }: RawClient): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

/** Which changes a server can tell about, as a subscription names them. */
export function changesOf({ capabilities }: SessionInfo): Record<string, true> {
  const kinds = ['tools', 'prompts', 'resources'] as const;
  const telling = kinds.filter((kind) => (capabilities[kind] as { listChanged?: unknown } | undefined)?.listChanged);
  return Object.fromEntries(telling.map((kind) => [`${kind}ListChanged`, true]));
}
