/** How things stand with a server, in the words of the screen. */
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

/** One server as it is at the moment. All texts may come from outside. */
export interface TopServer {
  readonly name: string;
  readonly state: TopState;
  /** Since when it is ready, or when it is tried again. */
  readonly when?: Date;
  /** As they were last known. */
  readonly tools: readonly string[] | undefined;
  /** How long it took to answer. */
  readonly pingMs?: number;
  /** What is known about it, label and text. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly failure?: TopFailure;
  /** The oldest first. */
  readonly log: readonly TopLine[];
}

export interface TopFailure {
  readonly message: string;
  readonly tip?: string;
  /** The last lines of its error output. */
  readonly stderr: readonly string[];
}

/** Where the screen gets servers from, and what it can ask for. */
export interface TopSource {
  /** The same list until something changes. */
  servers(): readonly TopServer[];
  subscribe(listener: () => void): () => void;
  now(): Date;
  /** Settles when it is connected again or has failed, which the list tells. */
  reconnect(server: string): Promise<void>;
  /** Writes to the file that defines it. Says what was done; rejects when it cannot be. */
  setEnabled(server: string, enabled: boolean): Promise<string>;
}

/** How somebody left the screen. */
export type TopEnd = 'quit' | 'interrupted';
