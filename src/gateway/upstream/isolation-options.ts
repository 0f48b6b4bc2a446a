/** Whether principals share the process of a local server, or each has its own. */
export type Isolation = 'shared' | 'user';

export interface IsolationOptions {
  readonly default?: Isolation;
  readonly servers?: Readonly<Record<string, Isolation>>;
  /** Maximum processes per server that belong to single users. Idle ones are stopped for others. */
  readonly processes?: number;
}

/** Every process of the server is in use by another principal. */
export class TooManyProcesses extends Error {
  override readonly name = 'TooManyProcesses';

  constructor() {
    super('Every process of this server is in use by another user. Try again later.');
  }
}
