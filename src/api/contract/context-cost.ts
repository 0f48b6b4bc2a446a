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
  readonly servers: readonly { readonly name: string; readonly tokens?: number; readonly tools?: number }[];
}
