/** An elicitation request of a server. */
export interface ElicitationRequest {
  readonly server: string;
  /** The parameters of `elicitation/create`. */
  readonly question: Readonly<Record<string, unknown>>;
  /** Aborted when the server no longer waits for the response. */
  readonly signal?: AbortSignal | undefined;
}
