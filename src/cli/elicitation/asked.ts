/** A question of a server. */
export interface Asked {
  readonly server: string;
  /** The parameters of `elicitation/create`. */
  readonly question: Readonly<Record<string, unknown>>;
  /** Aborted when the server does not wait for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}
