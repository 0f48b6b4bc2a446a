/** The state of a server on the screen. */
export type TopState =
  | 'ready'
  | 'connecting'
  | 'idle'
  | 'backoff'
  | 'failed'
  | 'needs-approval'
  | 'denied'
  | 'needs-sign-in'
  | 'off';

export interface TopLine {
  readonly time: Date;
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly text: string;
}

/** The current state of one server. All texts are untrusted. */
export interface TopServer {
  readonly name: string;
  readonly state: TopState;
  /** When it became ready, or the time of the next attempt. */
  readonly when?: Date;
  /** The last known tools. */
  readonly tools: readonly string[] | undefined;
  /** The round-trip time of the last ping. */
  readonly pingMs?: number;
  /** Details as pairs of label and text. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly failure?: TopFailure;
  /** Oldest first. */
  readonly log: readonly TopLine[];
}

export interface TopFailure {
  readonly message: string;
  readonly tip?: string;
  /** The last lines of its standard error. */
  readonly stderr: readonly string[];
}

/** The data and actions of the screen. */
export interface TopSource {
  /** Returns the same array until something changes. */
  servers(): readonly TopServer[];
  subscribe(listener: () => void): () => void;
  now(): Date;
  /** Resolves after the server has connected or failed; the list has the result. */
  reconnect(server: string): Promise<void>;
  /** Changes the file that defines the server. Resolves to a message; rejects on failure. */
  setEnabled(server: string, enabled: boolean): Promise<string>;
}

/** How the screen was left. */
export type TopEnd = 'quit' | 'interrupted';
