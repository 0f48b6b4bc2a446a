import type { Session } from '../connect/session/session.ts';

/** A JSON object as received, unknown fields included. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The part of a session that tools, resources and prompts need. */
export type ToolSession = Pick<Session, 'info' | 'request' | 'listAll' | 'onNotification'>;

/** The part of a connection that tools need. It may not be connected yet, and may reconnect with a new session. */
export interface ToolSource {
  readonly name: string;
  readonly state: { readonly name: string };
  onChange(listener: () => void): () => void;
  /** Connects if needed. */
  ready(signal?: AbortSignal): Promise<ToolSession>;
}
