/** `GET /api/context-cost` */
export type ContextCostAnswer = readonly ClientCost[];

/** What the servers that one client uses add to every request. */
export interface ClientCost {
  readonly client: string;
  readonly clientName: string;
  readonly tokens: number;
  readonly tools: number;
  /** What is set against: tokens of context that the person allows for tools. */
  readonly budget: number;
  /** How many servers it uses, and how many of them nobody has asked yet. */
  readonly servers: number;
  readonly unknown: number;
  /** Those that cost most; `GET /api/context-cost/:client` has all of them. */
  readonly top: readonly ServerCost[];
}

/** `GET /api/context-cost/:client`: the dearest first. */
export type ServerCosts = readonly ServerCost[];

export interface ServerCost {
  readonly name: string;
  readonly tokens?: number;
  readonly tools?: number;
}
