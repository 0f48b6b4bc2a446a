import type { Failure } from '../../types.ts';

/**
 * One live session with a server. Results are handed on as the server sent them, unknown fields and kinds of content
 * included; in the modern era that means a result may have the `resultType` `input_required`.
 */
export interface Session {
  readonly info: SessionInfo;
  /**
   * Rejects with an `AnswerError` when the server answers with an error, with a `ConnectionError` when no answer comes,
   * and with the reason of the signal when that is aborted; the server is told then.
   */
  request(method: string, params?: Record<string, unknown>, options?: RequestOptions): Promise<Record<string, unknown>>;
  /** All pages. Empty when the server has no such things. */
  listAll(kind: ListKind, signal?: AbortSignal): Promise<Record<string, unknown>[]>;
  onNotification(listener: NotificationListener): () => void;
  close(): Promise<void>;
  /** Settles when the session is over: with nothing when it was closed by us, else with the reason. */
  readonly closed: Promise<Failure | undefined>;
}

export type Era = 'legacy' | 'modern';

export interface SessionInfo {
  readonly name?: string;
  readonly version?: string;
  /** Such as `2025-11-25`. */
  readonly protocol: string;
  readonly era: Era;
  readonly instructions?: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** How long to wait for the answer or for the next progress; by default as long as the server's `timeout` says. */
  readonly timeoutMs?: number;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export type ListKind = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export type NotificationListener = (method: string, params: Record<string, unknown> | undefined) => void;
