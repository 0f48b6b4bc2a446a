import type { Session } from '../connect/session/session.ts';

/** A JSON object as it came over the wire, unknown fields included. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The part of a live session that tools, resources and prompts need. */
export type ToolSession = Pick<Session, 'info' | 'request' | 'listAll' | 'onNotification'>;

/** The part of a connection that tools need: it may not be there yet, and it may come back as another session. */
export interface ToolSource {
  readonly name: string;
  readonly state: { readonly name: string };
  onChange(listener: () => void): () => void;
  /** Connects if need be. */
  ready(signal?: AbortSignal): Promise<ToolSession>;
}
