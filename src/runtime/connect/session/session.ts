import type { Failure } from '../../types.ts';

/**
 * A live session with a server. Results are passed on as sent, including unknown fields and content types; in the
 * modern era a result may have the `resultType` `input_required`.
 */
export interface Session {
  readonly info: SessionInfo;
  /**
   * Rejects with an `AnswerError` if the server answers with an error, with a `ConnectionError` if there is no
   * response, and with the signal's reason if it aborts; the server is then notified.
   */
  request(method: string, params?: Record<string, unknown>, options?: RequestOptions): Promise<Record<string, unknown>>;
  /** All pages. Empty if the server does not support the list. */
  listAll(kind: ListKind, signal?: AbortSignal): Promise<Record<string, unknown>[]>;
  onNotification(listener: NotificationListener): () => void;
  close(): Promise<void>;
  /** Settles when the session ends: with undefined if we closed it, else with the reason. */
  readonly closed: Promise<Failure | undefined>;
}

export type Era = 'legacy' | 'modern';

export interface SessionInfo {
  readonly name?: string;
  readonly version?: string;
  /** For example `2025-11-25`. */
  readonly protocol: string;
  readonly era: Era;
  readonly instructions?: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Time to wait for the response or the next progress notification; defaults to the server's `timeout`. */
  readonly timeoutMs?: number;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export type ListKind = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export type NotificationListener = (method: string, params: Record<string, unknown> | undefined) => void;
